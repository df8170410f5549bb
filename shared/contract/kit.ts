import type { z } from 'zod';
import type { AppError } from '../app-error.ts';
import { AppFailure } from '../app-failure.ts';

/**
 * The input and reply of a function in the contract. Types, validation and tests are derived from these
 * schemas.
 */
export interface CallDef<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'call';
  readonly input: I;
  readonly output: O;
}
/**
 * An event from the core. Most events only say which data has changed, and the renderer reloads this data.
 */
interface PushDef<P extends z.ZodType = z.ZodType> {
  readonly kind: 'push';
  readonly payload: P;
}
export type Contract = Readonly<Record<string, Readonly<Record<string, CallDef | PushDef>>>>;

/** Returns a function that calls `make` once, when the value is first needed. */
const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};

const lazyCall = <I extends z.ZodType, O extends z.ZodType>(
  makeInput: () => I,
  makeOutput: () => O,
): CallDef<I, O> => {
  const [input, output] = [once(makeInput), once(makeOutput)];
  return {
    kind: 'call',
    get input() {
      return input();
    },
    get output() {
      return output();
    },
  };
};
const lazyPush = <P extends z.ZodType>(makePayload: () => P): PushDef<P> => {
  const payload = once(makePayload);
  return {
    kind: 'push',
    get payload() {
      return payload();
    },
  };
};

/*
 * For Electron, the build replaces these two functions with `lazyCall` and `lazyPush`, and passes functions
 * that create the schemas. Only a tenth of the schemas are needed at startup
 * (`scripts/packaging/lazy-schemas.ts`).
 */
export const call = <I extends z.ZodType>(input: I) => ({
  returns: <O extends z.ZodType>(output: O): CallDef<I, O> =>
    lazyCall(
      () => input,
      () => output,
    ),
});
export const push = <P extends z.ZodType>(payload: P): PushDef<P> => lazyPush(() => payload);

type Unsubscribe = () => void;

/**
 * The type of the API in the renderer, as in `api.companies.get({ id })` or `api.quota.onChanged(listener)`.
 */
export type ApiOf<C extends Contract> = {
  readonly [G in keyof C]: {
    readonly [N in keyof C[G]]: C[G][N] extends CallDef<infer I, infer O>
      ? (input: z.input<I>) => Promise<z.output<O>>
      : C[G][N] extends PushDef<infer P>
        ? (listener: (payload: z.output<P>) => void) => Unsubscribe
        : never;
  };
};

/** The type of the handlers in the core. A missing handler causes a compile error. */
export type HandlersOf<C extends Contract> = {
  readonly [G in keyof C]: {
    readonly [N in keyof C[G] as C[G][N] extends CallDef ? N : never]: C[G][N] extends CallDef<
      infer I,
      infer O
    >
      ? (input: z.output<I>) => z.input<O> | Promise<z.input<O>>
      : never;
  };
};

/** The type of the function that publishes the core's events: `publish('quota', 'onChanged', payload)`. */
export type PublishOf<C extends Contract> = <G extends keyof C & string, N extends keyof C[G] & string>(
  group: G,
  name: C[G][N] extends PushDef ? N : never,
  payload: C[G][N] extends PushDef<infer P> ? z.input<P> : never,
) => void;

export type Reply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: AppError };

/**
 * A transport: Electron IPC, a WebSocket or, in tests, an in-memory port that passes messages through JSON.
 */
export interface Port {
  request(channel: string, input: unknown): Promise<Reply>;
  subscribe(listener: (channel: string, payload: unknown) => void): Unsubscribe;
}

const isPush = (name: string): boolean => /^on[A-Z]/.test(name);

/**
 * Creates the typed API on top of a port. Needs only the contract's type, so the renderer does not load
 * the schemas. The API's functions throw an AppFailure if the reply is an error.
 */
export function createApi<C extends Contract>(port: Port): ApiOf<C> {
  const member = (group: string, name: string) => {
    const channel = `${group}.${name}`;
    if (isPush(name))
      return (listener: (payload: unknown) => void) =>
        port.subscribe((from, payload) => {
          if (from === channel) listener(payload);
        });
    return async (input: unknown) => {
      const reply = await port.request(channel, input);
      if (reply.ok) return reply.value;
      throw new AppFailure(reply.error);
    };
  };
  const groups = new Map<string, object>();
  const lazy = (make: (key: string) => unknown): object => {
    const made = new Map<string, unknown>();
    return new Proxy(Object.freeze({}), {
      get: (_target, key) => {
        if (typeof key !== 'string' || key === 'then') return undefined;
        if (!made.has(key)) made.set(key, make(key));
        return made.get(key);
      },
    });
  };
  const api = lazy((group) => {
    const known = groups.get(group) ?? lazy((name) => member(group, name));
    groups.set(group, known);
    return known;
  });
  // The proxy accepts any name, but its type allows only the contract's names. The dispatcher rejects unknown
  // channels.
  return api as ApiOf<C>;
}

export interface DispatcherOptions {
  /** Logs an unexpected error, and returns a reference to it for the user. */
  readonly onInternal: (channel: string, error: unknown) => string;
  /**
   * Converts an expected system error, such as a full disk, to a failure. Returns null if the error is
   * unexpected.
   */
  readonly failureOf: (error: unknown) => AppFailure | null;
}
export type Dispatch = (channel: unknown, input: unknown) => Promise<Reply>;

const refuse = (error: AppError): Reply => ({ ok: false, error });

const issuesOf = (error: z.ZodError): AppError => ({
  kind: 'validation',
  issues: error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.map(String).join('.').slice(0, 200),
    message: message.slice(0, 500),
  })),
});

type Parsed =
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: AppError };

/**
 * Parses the input. For some invalid input, a schema throws an exception instead of returning an error, for
 * example if an object's `length` is not a number. This function catches the exception and reports the input
 * as invalid.
 */
function parse(schema: z.ZodType, input: unknown): Parsed {
  try {
    const parsed = schema.safeParse(input);
    return parsed.success ? parsed : { success: false, error: issuesOf(parsed.error) };
  } catch {
    return { success: false, error: { kind: 'validation', issues: [{ path: '', message: 'unreadable' }] } };
  }
}

/**
 * Creates the dispatcher, the only entry point to the core. The dispatcher finds the handler, parses the
 * input, validates the reply and converts every failure to a value. The dispatcher never throws.
 */
export function createDispatcher<C extends Contract>(
  contract: C,
  handlers: HandlersOf<C>,
  options: DispatcherOptions,
): Dispatch {
  const table = new Map<string, { def: CallDef; handle: (input: unknown) => unknown }>();
  for (const [group, members] of Object.entries(contract))
    for (const [name, def] of Object.entries(members)) {
      if (def.kind !== 'call') continue;
      const groupHandlers: Readonly<Record<string, unknown>> = handlers[group] ?? {};
      const handle = groupHandlers[name];
      if (typeof handle !== 'function') throw new Error(`no handler for ${group}.${name}`);
      table.set(`${group}.${name}`, {
        def,
        handle: (input) => Reflect.apply(handle, groupHandlers, [input]),
      });
    }

  return async (channel, input) => {
    const entry = typeof channel === 'string' ? table.get(channel) : undefined;
    if (!entry)
      return refuse({ kind: 'validation', issues: [{ path: 'channel', message: 'unknown channel' }] });
    const parsed = parse(entry.def.input, input);
    if (!parsed.success) return refuse(parsed.error);
    try {
      return { ok: true, value: entry.def.output.parse(await entry.handle(parsed.data)) };
    } catch (error) {
      const known = error instanceof AppFailure ? error : options.failureOf(error);
      if (known !== null) return refuse(known.appError);
      return refuse({ kind: 'internal', ref: options.onInternal(String(channel), error) });
    }
  };
}
