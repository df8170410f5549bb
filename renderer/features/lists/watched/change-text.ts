import { windowDaysLeft } from '../../../../shared/window-days-left.ts';
import type { DataChange } from '../../../../shared/model/watch.ts';
import { amountText } from '../../../lib/format.ts';
import { safeLine } from '../../../lib/safe-text.ts';
import { kit } from '../../../ui/strings.ts';
import { watch as strings } from './strings.ts';

/**
 * Describes a change in one line, such as `New round: Series B, €14M`. Text from the service is sanitised.
 */
export function changeLine(change: DataChange, nowMs: number): string {
  switch (change.kind) {
    case 'new-round':
      return strings.newRound(
        [safeLine(change.stage ?? '', 60), amountText(change.amount)?.inSentence ?? '']
          .filter((part) => part !== '')
          .join(', '),
      );
    case 'investor-round':
      return strings.investorRound(
        new Intl.ListFormat('en').format(change.investors.map((name) => safeLine(name, 60))),
        [safeLine(change.stage ?? '', 60), amountText(change.amount)?.inSentence ?? '']
          .filter((part) => part !== '')
          .join(', '),
      );
    case 'round-changed':
      return [
        change.stage === null
          ? ''
          : strings.stageChanged(safeLine(change.stage.was, 60), safeLine(change.stage.now, 60)),
        change.amount === null
          ? ''
          : strings.amountChanged(
              amountText(change.amount.was)?.inSentence ?? '',
              amountText(change.amount.now)?.inSentence ?? '',
            ),
      ]
        .filter((part) => part !== '')
        .join(' · ');
    case 'roles':
      return rolesLine(change);
    case 'news':
      return newsLine(change);
    case 'contacts-open':
      return strings.contactsOpen;
    case 'contacts-closed':
      return strings.contactsClosed;
    case 'contacts-closing':
      return change.closesAtMs <= nowMs
        ? strings.contactsWereClosing
        : kit.windowTitle.open(windowDaysLeft(change.closesAtMs, nowMs));
  }
}

function rolesLine({ opened, gone, titles }: Extract<DataChange, { kind: 'roles' }>): string {
  // `titles` lists the new roles but not the removed ones.
  const named = titles.map((title) => safeLine(title, 60)).join(', ');
  return [
    ...(opened > 0 ? [strings.rolesOpened(opened, named)] : []),
    ...(gone > 0 ? [strings.rolesRemoved(gone)] : []),
  ].join(' · ');
}

function newsLine({ articles, titles }: Extract<DataChange, { kind: 'news' }>): string {
  const title = safeLine(titles[0] ?? '', 120);
  if (title === '') return strings.newsUntitled(articles);
  return articles === 1 ? strings.news1(title) : strings.newsMany(articles, title);
}
