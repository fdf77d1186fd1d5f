export const templateEs = {
  choose: 'Plantilla',
  placeholder: 'Elige una plantilla aprobada',
  none: 'Este canal no tiene plantillas aprobadas. Créalas o sincronízalas en Ajustes › Canales › Plantillas.',
  header: 'Encabezado',
  body: (key: string) => `Texto {{${key}}}`,
  button: (title: string) => `Botón «${title}»`,
  hint: 'Puede llevar datos del contacto, como {{contact.first_name}}.',
  file: {
    image: 'Imagen del encabezado',
    video: 'Video del encabezado',
    gif: 'Animación del encabezado',
    document: 'Documento del encabezado',
  },
  formats: {
    image: 'JPEG o PNG, de hasta 5 MB.',
    video: 'MP4 o 3GP, de hasta 16 MB.',
    gif: 'MP4, de hasta 3,5 MB.',
    document: 'PDF u otro documento, de hasta 100 MB.',
  },
  uploading: 'Subiendo el archivo',
  removeFile: (name: string) => `Quitar ${name}`,
  storedFile: 'Archivo guardado',
  chooseFile: 'Elige uno que ya subiste',
  orLink: 'en lugar del archivo',
  link: 'Enlace del archivo del encabezado',
  linkHint: 'Una dirección https:// que se pueda abrir sin contraseña.',
}

export type TemplateWords = typeof templateEs
