# The image holds the server's packages, its sources (TypeScript runs directly) and the built web app.
FROM node:24-bookworm-slim AS build
WORKDIR /hilo
COPY . .
RUN npm run build
# The base image brings Node.js, so the copy npm would install is left out.
RUN rm -rf node_modules && npm ci --workspaces=false --no-audit --no-fund && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24-bookworm-slim
WORKDIR /hilo
RUN useradd --create-home --uid 10001 hilo && mkdir /data && chown hilo /data
COPY --from=build /hilo/package.json ./
COPY --from=build /hilo/node_modules node_modules
COPY --from=build /hilo/bin bin
COPY --from=build /hilo/contract contract
COPY --from=build /hilo/server server
COPY --from=build /hilo/dist dist
ENV NODE_ENV=production HILO_DATA=/data HILO_DEMO=0
USER hilo
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://localhost:3000/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "bin/hilo.mjs", "start"]
