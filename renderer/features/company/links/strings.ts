/** UI text about links and copying. */
export const links = {
  opens: (host: string) => `Opens ${host} in your browser`,
  /** For host names that contain letters other than a to z. Such a host name is shown in its encoded form. */
  opensForeign: (host: string) =>
    `Opens ${host} in your browser. Letters other than a to z are shown in their encoded form.`,
  /** Used for plain http links. */
  opensPlain: (host: string) => `Opens ${host} without encryption, after you confirm`,
  plain: {
    title: (host: string) => `Open ${host} without encryption?`,
    about: 'The site uses plain http. Others on your network can read and change the page.',
    open: 'Open in browser',
  },
  refused: {
    'too-long': 'This address is too long to open. You can copy it.',
    'hidden-characters': 'This address can’t be opened, because it contains invisible characters.',
    'not-an-address': 'This isn’t a complete web address. You can copy it.',
    'not-https': 'This isn’t a web address. You can copy it.',
    credentials: 'This address can’t be opened, because it contains a user name or password.',
    'not-public': 'This isn’t the address of a public website. You can copy it.',
  },
  open: (what: string) => `Open ${what}`,
  openWebsite: 'Open the website',
  openLinkedin: (name: string) => `Open ${name}’s LinkedIn page`,
  openArticle: (title: string) => `Open ${title}`,
  openRole: (title: string) => `Open role ${title}`,
  copyLinkedin: 'Copy LinkedIn address',
  emailOf: (name: string) => `E-mail address of ${name}`,
  linkedinOf: (name: string) => `LinkedIn page of ${name}`,
  copyTitle: 'Copy a field',
  copyAbout: 'Copied as plain text. The timeline records which field you copied, not its value.',
  copyNone: 'Nothing to copy yet. Fetch the profile or contacts first.',
  commands: {
    copy: 'Copy a field',
    website: 'Open the website',
    linkedin: 'Open the company’s LinkedIn page',
  },
  opened: (host: string) => `${host} opened in your browser`,
} as const;
