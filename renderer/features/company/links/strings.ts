export const links = {
  opens: (host: string) => `Opens ${host} in your browser`,
  /** Used if the host name contains letters other than a to z. Such a name is shown in its encoded form. */
  opensForeign: (host: string) =>
    `Opens ${host} in your browser. Special characters in the address are shown in encoded form.`,
  /** Used for plain http links. */
  opensPlain: (host: string) => `Opens ${host} without encryption, after you confirm`,
  plain: {
    title: (host: string) => `Open ${host} without encryption?`,
    about: 'The site uses plain HTTP. Others on your network can read and change the page.',
    open: 'Open in browser',
  },
  refused: {
    'too-long': 'This address is too long, so Roundwatch won’t open it. You can copy it instead.',
    'hidden-characters': 'This address contains hidden characters, so Roundwatch won’t open it.',
    'not-an-address':
      'This isn’t a complete web address, so Roundwatch won’t open it. You can copy it instead.',
    'not-https':
      'This isn’t a secure web address (HTTPS), so Roundwatch won’t open it. You can copy it instead.',
    credentials: 'This address contains a username or password, so Roundwatch won’t open it.',
    'not-public': 'This isn’t a public web address, so Roundwatch won’t open it. You can copy it instead.',
  },
  openWebsite: 'Open the website',
  openLinkedin: (name: string) => `Open ${name} on LinkedIn`,
  openArticle: (title: string) => `Open the article “${title}”`,
  openRole: (title: string) => `Open the listing for ${title}`,
  copyLinkedin: 'Copy link to LinkedIn profile',
  emailOf: (name: string) => `E-mail address of ${name}`,
  linkedinOf: (name: string) => `LinkedIn profile of ${name}`,
  copyTitle: 'Addresses and links',
  copyAbout:
    'Choose an item to copy as plain text. The timeline records what kind of item it was, not the text.',
  copyNone: 'No addresses or links yet. Fetching the profile or contacts may add some.',
  commands: {
    copy: 'Copy an e-mail address or link',
    website: 'Open the website',
    linkedin: 'Open the company on LinkedIn',
  },
} as const;
