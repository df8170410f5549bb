import { countText } from '../../../lib/format.ts';
import { companies, lists } from '../../lists/strings.ts';

export const statusStrings = {
  edit: 'Edit statuses',
  about: 'Statuses appear in this order on the board and in menus.',
  list: 'Statuses',
  usage: companies,
  up: (name: string) => `Move “${name}” up`,
  down: (name: string) => `Move “${name}” down`,
  rename: (name: string) => `Rename “${name}”`,
  remove: (name: string) => `Delete “${name}”`,
  name: 'Name',
  saveName: 'Rename status',
  newName: lists.newStatus.title,
  add: 'Add status',
  nameTaken: lists.newStatus.nameTaken,
  nameNeeded: lists.newStatus.nameNeeded,
  full: (max: number) => `You can have at most ${countText(max)} statuses.`,
  added: (name: string) => `Status “${name}” added`,
  moved: (name: string) => `Status “${name}” moved`,
  renamed: (from: string, to: string) => `Status “${from}” renamed to “${to}”`,
  /** `to` is null if the companies no longer have a status. */
  removed: (name: string, count: number, to: string | null) => {
    if (count === 0) return `Status “${name}” deleted`;
    const now = to === null ? `now ${count === 1 ? 'has' : 'have'} no status` : `moved to “${to}”`;
    return `Status “${name}” deleted. ${companies(count)} ${now}.`;
  },
  removeTitle: (name: string) => `Delete the status “${name}”`,
  removeAbout: (count: number) =>
    count === 1
      ? '1 company has this status. Choose its new status.'
      : `${companies(count)} have this status. Choose their new status.`,
  choose: 'Choose a status',
  noStatus: 'No status',
  removeNow: 'Delete status',
};
