/** UI text about links and copying. */
export const links = {
  opens: (host: string) => `Opens ${host} in your browser`,
  /** Used for host names with letters other than a to z. Such a host name is shown in its encoded form. */
  opensForeign: (host: string) =>
    `Opens ${host} in your browser. The address contains unusual letters, shown here in their encoded form.`,
  /** Used for plain http links. */
  opensPlain: (host: string) => `Opens ${host} without encryption, after you confirm`,
  plain: {
    title: (host: string) => `Open ${host} without encryption?`,
    about: 'The site uses plain http. Others on your network can read and change the page.',
    open: 'Open in browser',
  },
  refused: {
    'too-long': 'Too long to open. You can copy it.',
    'hidden-characters': 'Not opened, because the address contains invisible characters.',
    'not-an-address': 'Not a complete web address. You can copy it.',
    'not-https': 'Not a web address. You can copy it.',
    credentials: 'Not opened, because the address contains a user name or password.',
    'not-public': 'Not a public website. You can copy it.',
  },
  open: (what: string) => `Open ${what}`,
  openWebsite: 'Open the website',
  openLinkedin: (name: string) => `Open LinkedIn page of ${name}`,
  openArticle: (title: string) => `Open ${title}`,
  openRole: (title: string) => `Open role ${title}`,
  copyLinkedin: 'Copy LinkedIn address',
  emailOf: (name: string) => `E-mail address of ${name}`,
  linkedinOf: (name: string) => `LinkedIn page of ${name}`,
  copyTitle: 'Copy a field',
  copyAbout: 'Copied as plain text. The timeline records which field you copied, not its value.',
  copyNone: 'Nothing to copy yet. Get the profile or contacts first.',
  commands: {
    copy: 'Copy a field',
    website: 'Open the website',
    linkedin: 'Open the company’s LinkedIn page',
  },
  opened: (host: string) => `${host} opened in your browser`,
} as const;
