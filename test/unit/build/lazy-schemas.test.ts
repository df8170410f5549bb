import { createRequire } from 'node:module';
import { parseAst } from 'vite';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeSchemasLazy } from '../../../scripts/packaging/lazy-schemas.ts';

/** The number of schemas that a script has created with `strictObject`. */
let created = 0;
beforeEach(() => void (created = 0));

const zod = {
  ...z,
  strictObject: (shape: z.ZodRawShape) => {
    created += 1;
    return z.strictObject(shape);
  },
};
const CHUNKS: Readonly<Record<string, unknown>> = {
  './chunks/schemas-abc.cjs': zod,
  './chunks/model-abc.cjs': { idSchema: z.string().max(5) },
};
const HEAD =
  'const require_schemas = require("./chunks/schemas-abc.cjs");\nconst require_model = require("./chunks/model-abc.cjs");\n';

/** Makes the schemas of a script lazy, runs the script, and returns its exports. */
function run(source: string) {
  const code = HEAD + source;
  const lazy = makeSchemasLazy(code, parseAst(code));
  const exports: Record<string, unknown> = {};
  const load = createRequire(import.meta.url);
  // eslint-disable-next-line typescript/no-implied-eval -- runs the script that the test has just written
  const script = new Function('require', 'exports', lazy.code) as (...parameters: unknown[]) => void;
  script((id: string): unknown => CHUNKS[id] ?? load(id), exports);
  return { ...lazy, exports, call: (name: string) => (exports[name] as () => unknown)() };
}

describe('a script whose schemas are lazy', () => {
  it('creates a schema, and the schemas in it, when it is first used, and only once', () => {
    const { call, schemas } = run(`
      var inner = require_schemas.strictObject({ id: require_model.idSchema });
      var outer = require_schemas.strictObject({ inner, list: inner.array().max(1) });
      exports.outer = () => outer;
    `);
    expect([schemas, created]).toEqual([2, 0]);
    const outer = call('outer') as z.ZodType;
    expect(created).toBe(2);
    const value = { inner: { id: 'a' }, list: [{ id: 'b' }] };
    expect(outer.parse(value)).toEqual(value);
    expect(outer.safeParse({ ...value, inner: { id: 'too long' } }).success).toBe(false);
    expect(call('outer')).toBe(outer);
    expect(created).toBe(2);
  });

  it('changes no variable of the same name in a function', () => {
    const { call } = run(`
      var name = require_schemas.string();
      exports.parameter = () => ((name) => name)('own');
      exports.shorthand = () => Object.keys({ name });
      exports.property = () => ({ name: 1 }).name;
      exports.parsed = () => name.parse('text');
    `);
    expect(['parameter', 'shorthand', 'property', 'parsed'].map(call)).toEqual(['own', ['name'], 1, 'text']);
  });

  it('exports the schema of another chunk, and one that was derived from it', () => {
    const { call, schemas } = run(`
      var idSchema = require_model.idSchema;
      var optionalSchema = idSchema.optional();
      Object.defineProperty(exports, "optionalSchema", { get: function() { return optionalSchema; } });
      exports.parsed = () => [idSchema.parse('a'), optionalSchema.parse(undefined)];
    `);
    expect(schemas).toBe(2);
    expect(call('parsed')).toEqual(['a', undefined]);
  });

  it('leaves other values, and variables that change, as they are', () => {
    const { schemas, exports } = run(`
      var counts = [1, 2].map((n) => n + 1);
      var changing = require_schemas.string();
      changing = changing.max(2);
      exports.counts = counts;
      exports.isShort = changing.safeParse('ab').success && !changing.safeParse('abc').success;
    `);
    expect(schemas).toBe(0);
    expect(exports).toEqual({ counts: [2, 3], isShort: true });
  });

  it('creates the schemas of a call in the contract when the call is first used', () => {
    const { call, calls } = run(`
      var lazyCall = (input, output) => ({ kind: 'call', input, output });
      var lazyPush = (payload) => ({ kind: 'push', payload });
      var call = (input) => ({ returns: (output) => lazyCall(() => input, () => output) });
      var push = (payload) => lazyPush(() => payload);
      var api = {
        get: call(require_schemas.strictObject({})).returns(require_schemas.strictObject({ id: require_model.idSchema, }),),
        onChanged: push(require_schemas.strictObject({})),
      };
      exports.kinds = () => [api.get.kind, api.onChanged.kind];
      exports.used = () => [api.get.input().parse({}), api.get.output().parse({ id: 'a' }), api.onChanged.payload().parse({})];
    `);
    expect(calls).toBe(2);
    expect(call('kinds')).toEqual(['call', 'push']);
    expect(created).toBe(0);
    expect(call('used')).toEqual([{}, { id: 'a' }, {}]);
    expect(created).toBe(3);
  });
});
