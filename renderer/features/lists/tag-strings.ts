import { plural } from '../../lib/format.ts';
import { companies } from './strings.ts';

const onCompanies = (count: number): string => (count === 0 ? 'no companies' : companies(count));

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
  usage: (count: number) =>
    count === 0 ? 'No company has this tag.' : `This tag is on ${companies(count)}.`,
  renamed: (from: string, to: string, count: number) =>
    `Tag “${from}” renamed to “${to}” (${onCompanies(count)})`,
  mergeTitle: (name: string) => `Merge the tag “${name}”`,
  mergeAbout: (name: string, count: number) =>
    count === 0
      ? `No company has the tag “${name}”, so merging only deletes the tag.`
      : `${companies(count)} will get the tag you choose, and the tag “${name}” will be deleted.`,
  into: 'Merge into',
  mergeNow: 'Merge tags',
  merged: (from: string, into: string, count: number) =>
    `Tag “${from}” merged into “${into}” (${onCompanies(count)})`,
  removed: (name: string, count: number) =>
    count === 0 ? `Tag “${name}” deleted` : `Tag “${name}” deleted and removed from ${companies(count)}`,
  choice: (name: string, count: number) => `${name}, ${companies(count)}`,
  choose: 'Choose a tag',
  all: 'All tags',
  allAbout: (count: number) => `${plural(count, 'tag')}. The numbers show how many companies have each tag.`,
  find: 'Find a tag',
  noneFound: 'No tags match.',
  off: {
    title: 'Remove from a list or remove a tag',
    /** The label is short, so all buttons of the selection fit on one line in a window of the default width. */
    short: 'Remove from…',
    list: (name: string) => `Remove from ${name}`,
    tag: (name: string) => `Remove the tag “${name}”`,
    anyList: 'Remove from a list…',
    anyTag: 'Remove a tag…',
    listTitle: 'Remove from a list',
    tagTitle: 'Remove a tag',
    listLabel: 'List',
    chooseList: 'Choose a list',
    tagLabel: 'Tag',
    about: (count: number) =>
      `Applies to ${plural(count, 'selected company', 'selected companies')}. Nothing else changes.`,
    listNow: 'Remove from list',
    tagNow: 'Remove tag',
    untagged: (count: number, tag: string) => `Tag “${tag}” removed from ${companies(count)}`,
    areOff: (list: string) => `no selected company is on ${list}`,
    areWithout: (tag: string) => `no selected company has the tag “${tag}”`,
  },
} as const;
