import { AppFailure } from '../../../shared/app-failure.ts';
import type { Handlers, Publish } from '../../../shared/contract/index.ts';
import { checkLink } from '../../../shared/link-check.ts';
import type { AddressField, Field, FieldKind, Link } from '../../../shared/model/link.ts';
import { insertOwnAct, type OwnAct } from '../database/queries/yours/user-actions.ts';
import { transaction } from '../database/sql.ts';
import { companyNameOf } from '../library/company-view.ts';
import { addressOf, type FoundAddress } from '../links/stored-address.ts';
import { mailLink, plainText } from '../links/mail-link.ts';
import { hostInQuestion, type Confirmation } from '../foundation/native-confirmation.ts';
import { createRateLimit, type RateLimit } from '../foundation/rate-limit.ts';
import type { Clock, Logger, OpenExternal } from '../ports.ts';
import type { ReleaseRateLimit } from '../contacts/release-rate-limit.ts';
import { findContactRef } from '../user-data/contact-log.ts';
import type { OpenWorkspace } from '../workspace/open-workspace.ts';
import type { Workspaces } from '../workspace/workspaces.ts';

type OpenResult = Awaited<ReturnType<Handlers['links']['mail']>>;
type LinkResult = Awaited<ReturnType<Handlers['links']['open']>>;
type Outgoing = Handlers['links'];

/**
 * Maximum number of links and messages per minute that are opened without asking the user. A linked site sees
 * each visit, so a compromised page could otherwise send data by choosing which links to open.
 */
const OPENED_A_MINUTE = 10;

interface Out {
  readonly openExternal: OpenExternal | null;
  readonly confirmation: Confirmation;
  readonly rate: RateLimit;
  readonly log: Logger;
}

/** Opens links and copies fields of companies and contacts, and records each action in the timeline. */
export function createLinksHandlers(
  workspaces: Workspaces,
  publish: Publish,
  release: ReleaseRateLimit,
  ports: Pick<Out, 'openExternal' | 'confirmation' | 'log'> & { readonly clock: Clock },
): Outgoing {
  const out: Out = { ...ports, rate: createRateLimit(OPENED_A_MINUTE, ports.clock) };
  const record = (parts: ActParts, act: Act): void => recordAct(parts, publish, act);
  const find = finderOf(release);
  return {
    open: async ({ companyId, link, confirmedHost }) => {
      const workspace = workspaces.current();
      const checked = checkedLink(find(workspace, companyId, link), link);
      const answer = await mayOpen(out, checked, confirmedHost);
      if (answer !== 'open') return answer;
      // The user may have switched to another workspace while the dialog was open.
      if (workspaces.active() !== workspace) return { how: 'cancelled' };
      const opened = await openChecked(out, checked.url);
      record(workspace, { companyId, what: 'opened', about: link.kind, personId: personOf(link) });
      return opened;
    },
    mail: async ({ companyId, personId, ...words }) => {
      const workspace = workspaces.current();
      const { address: to } = find(workspace, companyId, { kind: 'email', personId });
      const mail = mailLink({ to, ...words });
      if ('refused' in mail)
        throw new AppFailure(
          mail.refused === 'too-long'
            ? { kind: 'link-refused', reason: 'too-long' }
            : { kind: 'not-found', what: 'link' },
        );
      await requireAgreement(out, { host: null, isPlain: false, isPasted: false });
      if (workspaces.active() !== workspace) throw new AppFailure({ kind: 'not-found', what: 'workspace' });
      const opened = await openChecked(out, mail.url);
      record(workspace, { companyId, what: 'opened', about: 'email', personId });
      return opened;
    },
    copy: ({ companyId, field }) => {
      const workspace = workspaces.current();
      const { cache, yours } = workspace.files;
      const stored =
        field.kind === 'name'
          ? companyNameOf(cache, yours, companyId)
          : find(workspace, companyId, field).address;
      const text = plainText(stored).replaceAll('\n', ' ').trim();
      if (text === '') throw new AppFailure({ kind: 'not-found', what: 'link' });
      record(workspace, { companyId, what: 'copied', about: field.kind, personId: personOf(field) });
      return { text };
    },
    copiedMessage: ({ companyId, personId }) => {
      record(workspaces.current(), { companyId, what: 'copied', about: 'message', personId });
      return {};
    },
  };
}

type FieldParts = Pick<OpenWorkspace, 'files' | 'vault' | 'governor'>;
type Find = (parts: FieldParts, companyId: string, field: AddressField) => FoundAddress;

/**
 * Looks up a field of a company or a contact. For contact fields, the rate limit of the contacts panel
 * applies. Without it, a page could guess contact ids and read all contacts.
 */
const finderOf =
  (release: ReleaseRateLimit): Find =>
  ({ files, vault, governor }, companyId, field) => {
    const found = addressOf({ cache: files.cache, seal: vault.seal() }, companyId, field);
    const released = personOf(field) === null ? ({ allowed: true } as const) : release.ask(companyId);
    if (released.allowed) return found;
    const retryAtMs = governor.serverNowMs() + released.afterMs;
    throw new AppFailure({ kind: 'rate-limited', peoplePaced: true, retryAtMs });
  };

interface LinkToOpen {
  readonly url: string;
  readonly host: string;
  /** Whether the link uses plain http and therefore needs confirmation. */
  readonly isPlain: boolean;
  readonly isPasted: boolean;
}

/**
 * Checks a link. Plain http is allowed, except for a contact's link: others on the network could read the
 * link and identify the contact.
 * @throws AppFailure `link-refused`
 */
function checkedLink({ address, isPasted }: FoundAddress, link: Link): LinkToOpen {
  const checked = checkLink(address);
  if (checked.ok) return { ...checked, isPlain: false, isPasted };
  const plain = personOf(link) === null ? checkLink(address, 'http') : checked;
  if (!plain.ok) throw new AppFailure({ kind: 'link-refused', reason: checked.reason });
  return { ...plain, isPlain: true, isPasted };
}

/**
 * Returns `open` if the link may be opened now. If this process opens the link, it also asks the user,
 * because a compromised page could skip the question. If the page opens the link, the page asks.
 * @throws AppFailure `not-confirmed` if this process must ask the user but cannot
 */
async function mayOpen(
  out: Out,
  link: LinkToOpen,
  confirmedHost: string | undefined,
): Promise<'open' | Exclude<LinkResult, OpenResult>> {
  const { host, isPlain } = link;
  if (out.openExternal === null) return isPlain && confirmedHost !== host ? { how: 'confirm', host } : 'open';
  try {
    await requireAgreement(out, link);
    return 'open';
  } catch (error) {
    const isDeclined =
      error instanceof AppFailure &&
      error.appError.kind === 'not-confirmed' &&
      error.appError.reason === 'declined';
    if (isDeclined) return { how: 'cancelled' };
    throw error;
  }
}

type OutgoingLink = Pick<LinkToOpen, 'isPlain' | 'isPasted'> & { readonly host: string | null };

/**
 * Asks the user to confirm before this process opens a link. Plain http links and pasted links always need
 * confirmation. Other links need it once the limit per minute is reached. `host` is null for a mail link.
 *
 * @throws AppFailure `not-confirmed`
 */
async function requireAgreement(
  { openExternal, confirmation, rate }: Out,
  { host, isPlain, isPasted }: OutgoingLink,
): Promise<void> {
  if (openExternal === null) return;
  const isMany = !isPlain && !isPasted && !rate.take();
  if (!isPlain && !isPasted && !isMany) return;
  const shown = host === null ? null : hostInQuestion(host);
  await confirmation.require({ kind: 'open-link', host: shown, isPlain, isPasted, isMany });
}

/**
 * Asks the operating system to open a checked URL. If the shell cannot open links, returns the
 * URL so the page can open it.
 * @throws AppFailure `unsupported` (`open-link`) if the system fails to open the URL
 */
async function openChecked({ openExternal, log }: Out, url: string): Promise<OpenResult> {
  if (openExternal === null) return { how: 'page', url };
  try {
    await openExternal(url);
  } catch (error) {
    // The URL is not logged, because it may identify a person.
    log.warn('link-not-opened', { name: error instanceof Error ? error.name : typeof error });
    throw new AppFailure({ kind: 'unsupported', capability: 'open-link' });
  }
  return { how: 'system' };
}

type ActParts = Pick<OpenWorkspace, 'files' | 'clock'>;

interface Act {
  readonly companyId: string;
  readonly what: OwnAct['what'];
  readonly about: FieldKind;
  readonly personId: string | null;
}

/**
 * Records the user's action in the timeline. The entry includes the kind of field, the contact and the time,
 * but not the field's value.
 */
function recordAct({ files, clock }: ActParts, publish: Publish, act: Act): void {
  const { companyId, what, about, personId } = act;
  transaction(files.yours, () =>
    insertOwnAct(files.yours, {
      companyId,
      companyName: companyNameOf(files.cache, files.yours, companyId),
      what,
      about,
      atMs: clock.nowMs(),
      personRefId: findContactRef(files, companyId, personId),
    }),
  );
  publish('timeline', 'onChanged', { companyId });
}

const personOf = (field: Field): string | null => ('personId' in field ? field.personId : null);
