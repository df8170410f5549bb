/*
 * zod asks once, as its first schema is made, whether `new Function` works; under `require-trusted-types-for 'script'` the
 * answer is a violation in the console. It reads this before asking. Only this preview parses in the page: its fixture
 * stands behind the dispatcher. The app's renderer loads no schema.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
