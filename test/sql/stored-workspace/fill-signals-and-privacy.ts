import type { Api } from '../../../shared/contract/index.ts';
import type { Receiver } from '../../../shared/model/signal.ts';
import { at, type Filling } from './filling.ts';
import { RECEIVER_PORT, waitUntil } from './stored-world.ts';

/** The fixture's webhook keys. The receiver accepts the previous key until the present key is first used. */
export const WEBHOOK_KEYS = { previous: 'whk_fixture-previous-0001', present: 'whk_fixture-present-0002' };

/** Makes the receiver listen on the first free port at or above `from`. */
export async function listenOnFreePort(api: Api, from: number, tunnelHost: string | null): Promise<Receiver> {
  for (let port = from; port < from + 100; port += 1) {
    const receiver = await api.signals.setAddress({ port, tunnelHost });
    if (receiver.state === 'listening') return receiver;
  }
  throw new Error(`no free port from ${from} on`);
}

/**
 * Delivers four webhook events, two of them about the same company, and pastes one about a new company. Marks
 * two events as seen, and then replaces the receiver's key.
 */
export async function receiveEvents(filling: Filling): Promise<void> {
  const { api, world, companies } = filling;
  await api.signals.setKey({ key: WEBHOOK_KEYS.previous, place: 'keychain' });
  await api.signals.setEnabled({ enabled: true });
  const { localUrl, path } = await listenOnFreePort(api, RECEIVER_PORT, 'hooks.fixture.example');
  const { webhook } = world.service;
  webhook.configure({ url: `${localUrl}${path}`, key: WEBHOOK_KEYS.previous });
  webhook.setContext({
    companyId: at(companies, 0),
    userNote: 'Met in Lisbon',
    trackingStatus: 'interested',
  });
  const before = webhook.report().deliveries.length;
  webhook.send({ companyId: at(companies, 0) });
  webhook.send({ companyId: at(companies, 0) });
  webhook.send({ companyId: at(companies, 13), as: 'all' });
  webhook.send({ companyId: at(companies, 14), type: 'hiring' });
  await waitUntil(() => webhook.report().deliveries.length === before + 4, 'four deliveries');
  webhook.configure(null);
  const pasted = {
    event: 'trigger_published',
    timestamp: new Date(world.clock.nowMs()).toISOString(),
    trigger: {
      type: 'funding',
      subtype: 'Seed',
      evidence: { fundingId: 'fnd_pasted', stage: 'Seed', amount: '€3M' },
    },
    company: { id: 'cmp_pasted', name: 'Pasted Systems', country: 'Germany', industry: 'Energy' },
    userContext: { icpMatch: 91, userNote: '', trackingStatus: null },
  };
  await api.signals.paste({ text: JSON.stringify(pasted) });
  const { rows = [] } = await api.signals.open({ rowsFrom: 0 });
  await api.signals.markSeen({ ids: rows.slice(0, 2).map(({ id }) => id) });
  await api.signals.setKey({ key: WEBHOOK_KEYS.present, place: 'keychain' });
}

/**
 * The contacts and the company that were removed. Only their fingerprints may remain in the files, not their
 * names.
 */
export interface Removed {
  readonly companyId: string;
  readonly blocked: string;
  readonly erased: string;
  readonly erasedCompanyId: string;
}

/** An email address that the user blocks by typing it. */
export const BLOCKED_EMAIL = 'blocked@fixture.example';
const BLOCKED_PROFILE = 'https://www.linkedin.com/in/blocked-by-url/';

export async function blockAndErase({ api, companies }: Filling): Promise<Removed> {
  const companyId = at(companies, 5);
  const { people } = await api.companies.people({ id: companyId });
  const [blocked, erased] = [at(people, 0), at(people, 1)];
  await api.privacy.suppress({ companyId, personId: blocked.personId });
  await api.privacy.eraseContact({ companyId, personId: erased.personId });
  await api.privacy.suppressByIdentifier({ email: BLOCKED_EMAIL, linkedinUrl: null });
  await api.privacy.suppressByIdentifier({ email: null, linkedinUrl: BLOCKED_PROFILE });
  const { id } = await api.privacy.suppressByIdentifier({
    email: null,
    linkedinUrl: 'https://linkedin.example/in/allowed-again',
  });
  await api.privacy.unsuppress({ id });
  const erasedCompanyId = at(companies, 20);
  await api.privacy.eraseCompany({ companyId: erasedCompanyId });
  await api.privacy.setRetention({ months: 24 });
  return { companyId, blocked: blocked.name, erased: erased.name, erasedCompanyId };
}
