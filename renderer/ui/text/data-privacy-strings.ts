/** Text for About and Settings that says where data is stored and what leaves this computer. */
export const dataPrivacy = {
  title: 'What leaves this computer',
  sentences: [
    'Roundwatch has no server of its own and collects nothing about you.',
    'Requests go only to the service you connected, and only after you accept the price or approve a plan or rule.',
    'Roundwatch checks for updates only if you ask it to or turn on daily checks. A check sends nothing about you.',
    'Companies, notes and lists are stored on this computer. Contacts are encrypted with a key in your keychain or with your passphrase.',
    'Assistants can connect only from this computer, and only if you allow it. They can’t spend records. An assistant may send what it reads to a cloud service.',
    'Links open in your browser, and e-mail addresses open in your mail program. Roundwatch never sends messages itself.',
  ],
} as const;
