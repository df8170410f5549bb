/** UI text about links and copying. */
export const links = {
  opens: (host: string) => `Opens ${host} in your browser`,
  /** Used for host names with letters other than a to z. Such a host name is shown in its encoded form. */
  opensForeign: (host: string) =>
    `Opens ${host} in your browser: the address has letters other than a to z, and this is how it is asked for`,
  /** Used for plain http links. */
  opensPlain: (host: string) => `Opens ${host} without encryption, after you confirm`,
  plain: {
    title: (host: string) => `Open ${host} without encryption?`,
    about: 'The site uses plain http. Others on the network can read and change what it shows.',
    open: 'Open in the browser',
  },
  refused: {
    'too-long': 'Too long to be opened; it can be copied',
    'hidden-characters': 'Hides characters that cannot be seen, so it is not opened',
    'not-an-address': 'Not a whole web address; it can be copied',
    'not-https': 'Only web addresses are opened; it can be copied',
    credentials: 'Carries a name or a password, so it is not opened',
    'not-public': 'Not a public site; it can be copied',
  },
  open: (what: string) => `Open ${what}`,
  openWebsite: 'Open the website',
  openLinkedin: (name: string) => `Open LinkedIn of ${name}`,
  openArticle: (title: string) => `Open ${title}`,
  openRole: (title: string) => `Open the role ${title}`,
  copyLinkedin: 'Copy LinkedIn address',
  emailOf: (name: string) => `E-mail of ${name}`,
  linkedinOf: (name: string) => `LinkedIn of ${name}`,
  copyTitle: 'Copy one field',
  copyAbout: 'As plain text. The timeline remembers what was copied, never its value.',
  copyNone: 'Nothing of this company can be copied yet.',
  commands: {
    copy: 'Copy one field',
    website: 'Open the website',
    linkedin: 'Open LinkedIn of the company',
  },
  opened: (host: string) => `${host} opened in your browser`,
} as const;
