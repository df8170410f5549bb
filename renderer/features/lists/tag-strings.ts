import { countText } from '../../lib/format.ts';

const companies = (count: number): string => (count === 1 ? '1 company' : `${countText(count)} companies`);
const on = (count: number): string => (count === 0 ? 'on no companies' : `on ${companies(count)}`);

/** UI text for the user's tags, and for removing companies from lists and tags. */
export const ownTags = {
  menuOf: (name: string) => `Actions for the tag ${name}`,
  rename: 'Rename…',
  merge: 'Merge into…',
  remove: 'Delete tag',
  name: 'Name',
  renameTitle: 'Rename tag',
  renameNow: 'Rename tag',
  nameTaken: 'Another tag has this name. Merge the two tags instead.',
  nameNeeded: 'Enter a name for the tag.',
  usage: (count: number) => `This tag is ${on(count)}.`,
  renamed: (from: string, to: string, count: number) => `Tag ${from} renamed to ${to}, ${on(count)}`,
  mergeTitle: (name: string) => `Merge tag ${name}`,
  mergeAbout: (name: string, count: number) =>
    count === 0
      ? `No company has the tag ${name}. It will be deleted.`
      : `${companies(count)} will get the other tag instead. ${name} will be deleted.`,
  into: 'Merge into',
  mergeNow: 'Merge tags',
  merged: (from: string, into: string, count: number) => `Tag ${from} merged into ${into}, ${on(count)}`,
  removed: (name: string, count: number) => `Tag ${name} deleted. It was ${on(count)}`,
  choice: (name: string, count: number) => `${name}, ${companies(count)}`,
  choose: 'Choose',
  all: 'All tags',
  allAbout: (count: number) => `${countText(count)} tags, with the number of companies that have each.`,
  find: 'Find a tag',
  noneFound: 'No tags match.',
  off: {
    title: 'Remove',
    list: (name: string) => `Remove from ${name}`,
    tag: (name: string) => `Remove tag ${name}`,
    anyList: 'Remove from a list…',
    anyTag: 'Remove a tag…',
    listTitle: 'Remove from a list',
    tagTitle: 'Remove a tag',
    listLabel: 'List',
    tagLabel: 'Tag',
    about: (count: number) =>
      `${companies(count)} selected. Everything else about ${count === 1 ? 'it' : 'them'} stays as it is.`,
    listNow: 'Remove from list',
    tagNow: 'Remove tag',
    taken: (count: number, list: string) => `${companies(count)} removed from ${list}`,
    untagged: (count: number, tag: string) => `Tag ${tag} removed from ${companies(count)}`,
    areOff: (list: string) => `none of them is on ${list}`,
    areWithout: (tag: string) => `none of them has the tag ${tag}`,
  },
} as const;
