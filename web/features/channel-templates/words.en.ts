import type { TemplateWords } from './words.es.ts'

export const templateEn: TemplateWords = {
  choose: 'Template',
  placeholder: 'Choose an approved template',
  none: 'This channel has no approved templates. Create or sync them in Settings › Channels › Templates.',
  header: 'Header',
  body: (key) => `Text {{${key}}}`,
  button: (title) => `Button “${title}”`,
  hint: 'May hold details of the contact, such as {{contact.first_name}}.',
  file: { image: 'Header image', video: 'Header video', gif: 'Header animation', document: 'Header document' },
  formats: {
    image: 'JPEG or PNG, up to 5 MB.',
    video: 'MP4 or 3GP, up to 16 MB.',
    gif: 'MP4, up to 3.5 MB.',
    document: 'PDF or another document, up to 100 MB.',
  },
  uploading: 'Uploading the file',
  removeFile: (name) => `Remove ${name}`,
  storedFile: 'Stored file',
  chooseFile: 'Choose one you uploaded before',
  orLink: 'instead of a file',
  link: 'Link to the header file',
  linkHint: 'An https:// address that opens without a password.',
}
