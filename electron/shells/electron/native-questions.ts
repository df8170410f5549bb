import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import { assertNever } from '../../../shared/app-failure.ts';
import type { ConfirmNatively, NativeQuestion, SpendingLimit } from '../../core/ports.ts';

/**
 * Asks the user to confirm something in a native dialog, which the page can neither see nor answer. Enter and
 * Escape cancel, so a key press meant for the page cannot confirm by accident.
 */
export const createNativeConfirm =
  (dialog: Pick<Dialog, 'showMessageBox'>, window: () => BrowserWindow | null): ConfirmNatively =>
  async (question) => {
    const { message, detail, agree } = textOf(question);
    const options: MessageBoxOptions = {
      type: 'warning',
      message,
      detail,
      buttons: ['Cancel', agree],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    };
    const parent = window();
    const { response } =
      parent === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(parent, options);
    return response === 1;
  };

interface QuestionText {
  readonly message: string;
  readonly detail: string;
  /** The label of the button that confirms. */
  readonly agree: string;
}

const number = (value: number): string => value.toLocaleString('en-US');
const recordsText = (value: number): string => `${number(value)} ${value === 1 ? 'record' : 'records'}`;
const moreRecords = (value: number): string => `${number(value)} more ${value === 1 ? 'record' : 'records'}`;
/** Returns `up to `, to put before a maximum number of records; empty if the maximum is 1. */
const upTo = (value: number): string => (value === 1 ? '' : 'up to ');

export function textOf(question: NativeQuestion): QuestionText {
  switch (question.kind) {
    case 'connect':
      return {
        message: `Connect to ${question.host}?`,
        detail:
          'No workspace uses this service yet. Roundwatch will send your API key to it. Continue only if you entered this address yourself.',
        agree: 'Send API key',
      };
    case 'open-link':
      return linkText(question);
    case 'show-contacts':
      return {
        message: 'Show contacts again?',
        detail: 'Roundwatch locked your contacts while you were away.',
        agree: 'Show contacts',
      };
    case 'spend-at-once':
      return {
        message: `Spend ${upTo(question.records)}${recordsText(question.records)}?`,
        detail: `You asked Roundwatch to check with you before it spends ${question.threshold === 0 ? 'any records' : `more than ${recordsText(question.threshold)} at once`}. Continue only if you started these requests.`,
        agree: 'Spend records',
      };
    case 'spend-today':
      return {
        message: `Spend ${upTo(question.records)}${moreRecords(question.records)} today?`,
        detail: `Roundwatch has spent ${question.spent === 0 ? 'no records' : recordsText(question.spent)} today. If you continue, it can spend ${moreRecords(question.more)} without asking again.`,
        agree: 'Continue',
      };
    case 'raise-limit':
      return limitQuestionText(question);
    default:
      return assertNever(question);
  }
}

function limitQuestionText({
  limit,
  from,
  to,
}: Extract<NativeQuestion, { kind: 'raise-limit' }>): QuestionText {
  const message = `${LIMITS[limit]} from ${limitText(from)} to ${limitText(to)}?`;
  // The threshold decides when the app asks, but does not limit spending. The question about it therefore has
  // a different text.
  return limit === 'threshold'
    ? {
        message,
        detail:
          'Roundwatch will then ask less often before it spends records. Continue only if you changed this setting.',
        agree: 'Ask less often',
      }
    : {
        message,
        detail: 'Roundwatch can then spend more records. Continue only if you changed this limit.',
        agree: 'Raise limit',
      };
}

function linkText({
  host,
  isPlain,
  isPasted,
  isMany,
}: Extract<NativeQuestion, { kind: 'open-link' }>): QuestionText {
  const details = [
    isPlain && 'The site uses plain HTTP. Others on your network can read and change the page.',
    isPasted && 'The address comes from a pasted event, not from the service.',
    isMany && 'Roundwatch opened many links in the last minute. Continue only if you clicked them.',
  ];
  const site = host === null ? 'your mail program' : host;
  return {
    message: isPlain ? `Open ${site} without encryption?` : `Open ${site}?`,
    detail: details.filter((detail) => detail !== false).join(' '),
    agree: host === null ? 'Open mail program' : 'Open in browser',
  };
}

const LIMITS: Readonly<Record<SpendingLimit, string>> = {
  cap: 'Raise a spending cap',
  'record-limit': 'Raise the monthly record limit',
  rules: 'Raise the monthly spending cap of plan rules',
  'watched-list': 'Raise the monthly spending cap of a watched list',
  threshold: 'Raise the spending confirmation',
};

const limitText = (limit: number | null): string => (limit === null ? 'no limit' : number(limit));
