import { countText } from '../../lib/format.ts';

const companies = (count: number): string => (count === 1 ? '1 company' : `${countText(count)} companies`);
const on = (count: number): string => (count === 0 ? 'on no company' : `on ${companies(count)}`);

/** UI text for the user's tags, and for removing companies from lists and tags. */
export const ownTags = {
  menuOf: (name: string) => `Actions for the tag ${name}`,
  rename: 'Rename…',
  merge: 'Merge into…',
  remove: 'Remove tag',
  name: 'Name of the tag',
  renameTitle: 'Rename the tag',
  renameNow: 'Rename',
  nameTaken: 'A tag has this name already. Merge it into that one instead.',
  nameNeeded: 'Give the tag a name.',
  usage: (count: number) => `The tag is ${on(count)}.`,
  renamed: (from: string, to: string, count: number) => `Tag ${from} is now ${to}, ${on(count)}`,
  mergeTitle: (name: string) => `Merge the tag ${name}`,
  mergeAbout: (name: string, count: number) =>
    count === 0
      ? `No company bears ${name}. The tag goes.`
      : `${companies(count)} ${count === 1 ? 'gets' : 'get'} the other tag instead, and ${name} goes.`,
  into: 'Merge into',
  mergeNow: 'Merge',
  merged: (from: string, into: string, count: number) => `Tag ${from} merged into ${into}, ${on(count)}`,
  removed: (name: string, count: number) => `Tag ${name} removed, it was ${on(count)}`,
  choice: (name: string, count: number) => `${name}, ${companies(count)}`,
  choose: 'Choose one',
  all: 'All your tags',
  allAbout: (count: number) => `${countText(count)} tags, each with how many companies bear it.`,
  find: 'Find a tag',
  noneFound: 'No tag has that name.',
  off: {
    title: 'Take off',
    list: (name: string) => `Take off ${name}`,
    tag: (name: string) => `Remove tag ${name}`,
    anyList: 'Take off a list…',
    anyTag: 'Remove a tag…',
    listTitle: 'Take off a list',
    tagTitle: 'Remove a tag',
    listLabel: 'List',
    tagLabel: 'Tag',
    about: (count: number) =>
      `${companies(count)} selected. Nothing else of ${count === 1 ? 'it' : 'them'} changes.`,
    listNow: 'Take off',
    tagNow: 'Remove tag',
    taken: (count: number, list: string) => `${companies(count)} taken off ${list}`,
    untagged: (count: number, tag: string) => `Tag ${tag} removed from ${companies(count)}`,
    areOff: (list: string) => `all are off ${list}`,
    areWithout: (tag: string) => `all are without the tag ${tag}`,
  },
} as const;
