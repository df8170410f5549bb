import { describe, expect, it } from 'vitest';
import type { FollowUpChain, FollowUpProposal } from '../../../../shared/model/settings/follow-ups.ts';
import { followUpStrings } from '../../../../renderer/features/company/user-data/follow-up-strings.ts';
import {
  proposalHint,
  proposedText,
  rhythmText,
  loggedText,
  taskTitle,
} from '../../../../renderer/features/company/user-data/follow-up-text.ts';

const TODAY = '2026-11-25';
const proposal = (change: Partial<FollowUpProposal>): FollowUpProposal => ({
  days: [],
  skipped: [],
  replaced: 0,
  setsContacted: false,
  open: 0,
  ...change,
});

describe('proposed follow-ups', () => {
  it('name their days with the day of the week', () => {
    expect(proposedText(['2026-12-01', '2026-12-08'], TODAY)).toBe('Follow-ups: Tue 1 Dec, Tue 8 Dec');
    expect(proposedText(['2027-01-05'], TODAY)).toBe('Follow-ups: Tue 5 Jan 2027');
    expect(loggedText('Message logged', 0, ['2026-12-01'], TODAY)).toBe(
      'Message logged. Follow-ups: Tue 1 Dec',
    );
    expect(loggedText('Message logged', 0, [], TODAY)).toBe('Message logged');
    expect(loggedText('Message logged', 1, [], TODAY)).toBe('Message logged. Status: Contacted');
  });

  it('name the skipped days, and the follow-ups that they replace', () => {
    expect(proposalHint(proposal({}), TODAY)).toBe('');
    expect(proposalHint(proposal({ skipped: ['2026-11-26'], replaced: 1 }), TODAY)).toBe(
      'Skips Thu 26 Nov (day off). Replaces 1 open follow-up.',
    );
    expect(proposalHint(proposal({ skipped: ['2026-11-26', '2026-11-27'] }), TODAY)).toBe(
      'Skips Thu 26 Nov and Fri 27 Nov (days off).',
    );
    const week = ['2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01'];
    expect(proposalHint(proposal({ skipped: week, replaced: 2 }), TODAY)).toBe(
      'Skips 4 of your days off. Replaces 2 open follow-ups.',
    );
  });
});

describe('the title of a task in a list', () => {
  const followUp = { entryId: '1', number: 1, total: 2 };
  const task = { title: 'Follow up', companyName: 'Halden\u202e Grid', followUp };

  it('names the company of a follow-up', () => {
    expect(taskTitle(task)).toBe('Follow up with Halden Grid');
  });

  it('is the user’s own title of a follow-up and of any other task', () => {
    expect(taskTitle({ ...task, title: 'Ask about the pilot' })).toBe('Ask about the pilot');
    expect(taskTitle({ ...task, followUp: null })).toBe('Follow up');
  });
});

describe('open follow-ups', () => {
  const chain = (rhythm: FollowUpChain['rhythm'], tasks: number): FollowUpChain => ({
    entryId: '1',
    contacted: { happenedOn: '2026-11-20', channel: 'email', line: '' },
    personId: null,
    aboutPerson: false,
    tasks: Array.from({ length: tasks }, (_, index) => ({
      id: String(index),
      companyId: 'a',
      companyName: 'A',
      title: 'Follow up',
      dueOn: '2026-12-01',
      dueTime: null,
      snoozedUntil: null,
      createdAtMs: 0,
      doneAtMs: null,
      followUp: { entryId: '1', number: index + 1, total: tasks },
    })),
    rhythm,
  });

  it('say how their days were chosen, which days were skipped and why, and what ends them', () => {
    expect(
      rhythmText(chain({ offsets: [3, 8], skipped: ['2026-11-26'] }, 2), { open: 2, today: TODAY }),
    ).toBe(
      'Scheduled for 3 and 8 working days after 20 Nov; 26 Nov is a day off. Logging a response completes both follow-ups.',
    );
    expect(rhythmText(chain({ offsets: [1], skipped: [] }, 1), { open: 1, today: TODAY })).toBe(
      'Scheduled for 1 working day after 20 Nov. Logging a response completes this follow-up.',
    );
  });

  it('say that a response also completes the follow-ups of other entries', () => {
    expect(rhythmText(chain(null, 1), { open: 3, today: TODAY })).toBe(
      'Logging a response completes all 3 open follow-ups for this company.',
    );
  });

  it('are counted when an answer completes them', () => {
    expect(followUpStrings.answered('replied', 'Halden', 2)).toBe(
      'Reply from Halden logged, 2 follow-ups completed',
    );
    expect(followUpStrings.answered('not-interested', 'Halden', 0)).toBe(
      '“Not interested” from Halden logged',
    );
  });
});
