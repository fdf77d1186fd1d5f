export const connectEs = {
  title: (name: string) => `Conectar ${name}`,
  loadingTitle: 'Conectar un asistente',
  subtitle: (email: string) => `Entraste como ${email}`,
  wants: (name: string) => `${name} quiere usar Hilo en tu nombre.`,
  from: 'Pertenece a',
  returns: 'Te lleva de vuelta a',
  local: 'un programa en este equipo',
  unverified: 'El nombre lo escribió el propio asistente. Continúa solo si acabas de pedir esta conexión.',
  workspace: 'Espacio de trabajo',
  access: 'Acceso',
  choices: {
    read: {
      label: 'Solo lectura',
      hint: 'Ve contactos, conversaciones, ventas, informes, ajustes y conocimiento que tú puedes ver. No cambia nada.',
    },
    write: {
      label: 'Lectura y cambios',
      hint: 'Además crea y cambia lo que tú puedes cambiar. No envía mensajes ni administra personas o claves.',
    },
  },
  allow: 'Permitir',
  refuse: 'Cancelar',
  later: 'Puedes desconectarlo cuando quieras en Ajustes › Asistentes.',
  failedTitle: 'No se puede conectar',
  unknown: 'Este asistente ya no está registrado. Empieza otra vez desde el asistente.',
  wrongReturn: 'La dirección de regreso no es de este asistente. Por seguridad, no se le envió nada.',
  unreadable: 'No pudimos leer la descripción de este asistente en su dirección.',
  incomplete: 'La dirección está incompleta. Empieza otra vez desde el asistente.',
  noWorkspace: 'Tu cuenta no tiene ningún espacio de trabajo.',
  home: 'Ir a Hilo',
}

export type ConnectWords = typeof connectEs
