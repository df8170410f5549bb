import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { faultSchema } from './faults.ts';

/** What the control plane can do to a running simulator. */
export interface Controls {
  state(): unknown;
  transcript(sinceSeq: number): unknown;
  clock(change: {
    advanceMs?: number | undefined;
    setMs?: number | undefined;
    freeze?: boolean | undefined;
  }): void;
  reveal(companyId: string): void;
  faults(faults: readonly z.output<typeof faultSchema>[]): void;
  spend(charge: { requests: number; records: number; pageTurns: number }): void;
  plan(lapsed: boolean): void;
  key(revoked: boolean): void;
  setOnline(online: boolean): void;
}

const amount = z.int().min(0).max(1_000_000).default(0);
const BODY_MAX = 1_000_000;

type Command = (controls: Controls, body: unknown) => void;
const command =
  <S extends z.ZodType>(schema: S, run: (controls: Controls, input: z.output<S>) => void): Command =>
  (controls, body) =>
    run(controls, schema.parse(body));

const COMMANDS: Readonly<Record<string, Command>> = {
  clock: command(
    z.strictObject({
      advanceMs: z.number().optional(),
      setMs: z.number().optional(),
      freeze: z.boolean().optional(),
    }),
    (controls, change) => controls.clock(change),
  ),
  reveal: command(z.strictObject({ companyId: z.string() }), (controls, { companyId }) =>
    controls.reveal(companyId),
  ),
  faults: command(z.strictObject({ faults: z.array(faultSchema).max(1_000) }), (controls, { faults }) =>
    controls.faults(faults),
  ),
  spend: command(
    z.strictObject({ requests: amount, records: amount, pageTurns: amount }),
    (controls, charge) => controls.spend(charge),
  ),
  plan: command(z.strictObject({ lapsed: z.boolean() }), (controls, { lapsed }) => controls.plan(lapsed)),
  key: command(z.strictObject({ revoked: z.boolean() }), (controls, { revoked }) => controls.key(revoked)),
  service: command(z.strictObject({ online: z.boolean() }), (controls, { online }) =>
    controls.setOnline(online),
  ),
};

/**
 * The control plane: another port, another path, never part of /api/v1. It takes no API key, so it answers only this
 * machine's programs: the Host has to be a loopback name, and whatever carries an Origin (a web page) is refused.
 */
export function createControlServer(controls: Controls): Server {
  return createServer((request, response) => {
    void answer(request, response, controls);
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, controls: Controls): Promise<void> {
  const send = (status: number, body: unknown): void => {
    const text = JSON.stringify(body);
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
      .end(text);
  };
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host) || request.headers.origin !== undefined)
    return send(403, { error: 'this machine only' });
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (!url.pathname.startsWith('/__sim/')) return send(404, { error: 'not found' });
  const name = url.pathname.slice('/__sim/'.length);
  if (request.method === 'GET' && name === 'state') return send(200, controls.state());
  if (request.method === 'GET' && name === 'transcript')
    return send(200, { entries: controls.transcript(Number(url.searchParams.get('since') ?? 0)) });
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (request.method !== 'POST' || run === undefined) return send(404, { error: 'not found' });
  try {
    run(controls, JSON.parse(await bodyOf(request)));
    send(200, { ok: true });
  } catch (error) {
    send(400, { error: error instanceof Error ? error.message : 'bad request' });
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > BODY_MAX) throw new Error('body too large');
  }
  return text === '' ? '{}' : text;
}
