import type { DataChange } from '../../../../shared/model/watch.ts';
import { amountText, DAY } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { watch as words } from './strings.ts';

/** A change in one line: `New round: Series B, €14M`. Text of the service is made safe. */
export function changeLine(told: DataChange, nowMs: number): string {
  switch (told.kind) {
    case 'new-round':
      return words.newRound(
        [safeLine(told.stage ?? '', 60), amountText(told.amount)?.short ?? '']
          .filter((part) => part !== '')
          .join(', '),
      );
    case 'round-changed':
      return [
        told.stage === null
          ? ''
          : words.stageChanged(safeLine(told.stage.was, 60), safeLine(told.stage.now, 60)),
        told.amount === null
          ? ''
          : words.amountChanged(
              amountText(told.amount.was)?.short ?? '',
              amountText(told.amount.now)?.short ?? '',
            ),
      ]
        .filter((part) => part !== '')
        .join('; ');
    case 'roles':
      return rolesLine(told);
    case 'news':
      return newsLine(told);
    case 'contacts-open':
      return words.contactsOpen;
    case 'contacts-closed':
      return words.contactsClosed;
    case 'contacts-closing':
      return told.closesAtMs <= nowMs
        ? words.contactsWereClosing
        : words.contactsClosing(Math.round((told.closesAtMs - nowMs) / DAY));
  }
}

function rolesLine({ opened, gone, titles }: Extract<DataChange, { kind: 'roles' }>): string {
  const counts = [
    ...(opened > 0 ? [words.rolesOpened(opened)] : []),
    ...(gone > 0 ? [words.rolesGone(gone)] : []),
  ].join(', ');
  const named = titles.map((title) => safeLine(title, 60)).join(', ');
  return named === '' ? counts : `${counts}: ${named}`;
}

function newsLine({ articles, titles }: Extract<DataChange, { kind: 'news' }>): string {
  const title = safeLine(titles[0] ?? '', 120);
  if (title === '') return words.newsUntitled(articles);
  return articles === 1 ? words.news1(title) : words.newsMany(articles, title);
}
