import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CompanyView } from '../../../../shared/model/company.ts';
import type { WhyNow } from '../../../../shared/model/why-now.ts';
import {
  fillTemplate,
  firstNameOf,
  noteLineOf,
  PLACEHOLDERS,
  templateFacts,
  unfilledIn,
  withSignature,
  type TemplateFacts,
} from '../../../../renderer/features/company/contacts/fill-template.ts';
import { templates } from '../../../../renderer/features/company/contacts/strings.ts';
import { suggestedTemplate } from '../../../../renderer/features/company/contacts/suggested-template.ts';
import { anyCharacter } from '../../../support/generators/any-character.ts';

const facts: TemplateFacts = {
  'first name': 'Amira',
  'full name': 'Amira Voss',
  title: 'CEO',
  company: 'Lumenfold {stage}',
  country: 'Germany',
  industry: 'Energy',
  stage: 'Series A',
  amount: '€14M',
  'round date': null,
  'lead investor': null,
  'why now': null,
  'why now short': null,
  'your note line': '',
  'your signature': null,
};

describe('a filled template', () => {
  it('replaces placeholders in any spelling', () => {
    expect(fillTemplate('Hi {first name}, {First_Name} { FULL  NAME }', facts).text).toBe(
      'Hi Amira, Amira Amira Voss',
    );
  });
  it('shows unknown facts as gaps, and lists each once', () => {
    expect(fillTemplate('{round date} {round date} {your note line}', facts)).toEqual({
      text: '[round date] [round date] [your note line]',
      gaps: ['round date', 'your note line'],
      unknown: [],
    });
  });
  it('accepts double braces, as other programs write them', () => {
    const known = { ...facts, 'why now': 'Raised €12M; hiring 4', 'why now short': 'Raised €12M' };
    expect(fillTemplate('{{why_now}} / {{why_now_short}} / {{ Why now }}', known)).toEqual({
      text: 'Raised €12M; hiring 4 / Raised €12M / Raised €12M; hiring 4',
      gaps: [],
      unknown: [],
    });
    const template = '{{why_now}} {{mood}}';
    // A sentence is omitted if its only placeholder is an unknown reason to write. This sentence has a second
    // placeholder, so it stays.
    const unfilled = fillTemplate(template, facts);
    expect(unfilled).toEqual({ text: '[why now] {{mood}}', gaps: ['why now'], unknown: ['mood'] });
    expect(unfilledIn(unfilled.text, template)).toEqual(['[why now]', '{{mood}}']);
    expect(withSignature('{{your_signature}}', 'Ines')).toBe('{{your_signature}}');
  });
  it('begins a sentence with a capital letter if the reason begins it', () => {
    const known = { ...facts, 'why now': 'you raised €12M', 'why now short': 'you raised €12M' };
    const template = '{{why_now}}.\n\n{why now}. I saw that {why now}! {why now short}, {first name}';
    expect(fillTemplate(template, { ...known, 'first name': 'ada' }).text).toBe(
      'You raised €12M.\n\nYou raised €12M. I saw that you raised €12M! You raised €12M, ada',
    );
  });
  it('finds where a sentence begins in time that grows with the length only', () => {
    const known = { ...facts, 'why now': 'you raised €12M' };
    const gap = `${' '.repeat(50_000)}${'\n'.repeat(50_000)}`;
    const startMs = performance.now();
    expect(fillTemplate(`Hello.${gap}x {why now}`, known).text).toBe(`Hello.${gap}x you raised €12M`);
    expect(fillTemplate(`Hello,${gap}{why now}`, known).text).toBe(`Hello,${gap}You raised €12M`);
    fillTemplate(`Hello.${gap}x {why now}`, facts);
    expect(performance.now() - startMs).toBeLessThan(1_000);
  });
  it('leaves out the sentence with the reason to write while no reason is known', () => {
    const textOf = (template: string): string => fillTemplate(template, facts).text;
    expect(textOf('I saw that {{why_now}}. Shall we talk?')).toBe('Shall we talk?');
    expect(textOf('Nice to meet you! I saw that {why now short}.')).toBe('Nice to meet you!');
    expect(textOf('Hello,\n\n{{why_now}}.\n\nShall we talk?\n')).toBe('Hello,\n\nShall we talk?\n');
    expect(textOf('{{why_now}}\n\nHello')).toBe('Hello');
    expect(textOf('A\n{why now}\nB')).toBe('A\nB');
    expect(textOf('A\n\n\nB\n\n{why now}')).toBe('A\n\n\nB\n');
    // A sentence is kept if it contains another placeholder, or if the template contains nothing else.
    expect(textOf('Hi {first name}, {why now}.')).toBe('Hi Amira, [why now].');
    expect(textOf('{{why_now_short}}')).toBe('[why now short]');
  });
  it('leaves other names in braces unchanged, and lists them', () => {
    expect(fillTemplate('{mood} {} {a\nb} {{{company}}}', { ...facts, company: 'X' })).toEqual({
      text: '{mood} {} {a\nb} {X}',
      gaps: [],
      unknown: ['mood'],
    });
  });
  it('does not replace placeholders within facts', () => {
    expect(fillTemplate('{company} {stage}', facts).text).toBe('Lumenfold {stage} Series A');
  });
  it('changes only placeholders, for any text and any facts', () => {
    // `fillTemplate` may capitalise the reason to write, so every reason in this test already begins with a
    // capital letter.
    const withCapital = (name: string, text: string): string =>
      name.startsWith('why now') ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
    const some = fc.record(
      Object.fromEntries(
        PLACEHOLDERS.map((name) => [
          name,
          // If a reason to write is null, `fillTemplate` may omit its whole sentence, so reasons are never
          // null here.
          name.startsWith('why now')
            ? fc.string({ unit: anyCharacter, minLength: 1 }).map((text) => withCapital(name, text))
            : fc.option(fc.string({ unit: anyCharacter })),
        ]),
      ),
    );
    const piece = fc.oneof(
      fc.string().map((text) => text.replace(/[{}]/g, '')),
      fc.constantFrom(...PLACEHOLDERS.map((name) => `{${name}}`)),
    );
    fc.assert(
      fc.property(fc.array(piece), some, (pieces, anyFacts) => {
        // The record contains every placeholder, as text or null.
        const known = anyFacts as TemplateFacts;
        const expected = pieces.map((each) => {
          const name = PLACEHOLDERS.find((placeholder) => each === `{${placeholder}}`);
          return name === undefined ? each : known[name] || `[${name}]`;
        });
        expect(fillTemplate(pieces.join(''), known).text).toBe(expected.join(''));
      }),
    );
  });
});

describe('the placeholders that a message still contains', () => {
  const template = 'Hello {first name}, {mood} {round date}';
  it('are unknown facts and names that the app does not know', () => {
    expect(unfilledIn(fillTemplate(template, facts).text, template)).toEqual(['[round date]', '{mood}']);
  });
  it('are gone once the user has replaced them, and remain while the user edits the rest', () => {
    expect(unfilledIn('Hello Amira, gladly [round date] and more', template)).toEqual(['[round date]']);
    expect(unfilledIn('Hello Amira, gladly today', template)).toEqual([]);
  });
  it('are none in text without a template, such as other brackets and braces', () => {
    expect(unfilledIn('See [1] and {this}', '')).toEqual([]);
  });
});

describe('the signature', () => {
  const signed = (template: string, signature: string): string =>
    fillTemplate(withSignature(template, signature), { ...facts, 'your signature': signature.trim() || null })
      .text;
  it('ends every message, even one without a template', () => {
    expect(signed('Hello {first name}\n', 'Ines\nHarbour')).toBe('Hello Amira\n\nInes\nHarbour\n');
    expect(signed('', 'Ines')).toBe('\n\nInes\n');
  });
  it('is inserted only once, at its place in the template', () => {
    expect(signed('{Your_Signature}\nPS: {company}', 'Ines')).toBe('Ines\nPS: Lumenfold {stage}');
  });
  it('is left out if there is none', () => {
    expect(signed('Hello', ' ')).toBe('Hello');
  });
});

describe('the suggested template', () => {
  const noted = { ...facts, company: 'Lumenfold', 'your note line': 'Stingy' };
  const unknown = { ...noted, 'first name': null, stage: null };
  const filled = (known: TemplateFacts, template = suggestedTemplate(known)) =>
    [template.subject, template.body].map((text) => fillTemplate(text, known));
  const textOf = (known: TemplateFacts): string =>
    filled(known)
      .map(({ text }) => text)
      .join('\n\n');
  const reason = 'you raised your €14M Series A 3 days ago';
  it('is a short message with the reason to write', () => {
    expect(textOf({ ...noted, 'why now': reason })).toBe(
      'Congratulations on your Series A round\n\nHello Amira,\n\nI saw that you raised your €14M Series A 3 days ago. I’d like to show you how we could help your team.\n\nWould a short call next week suit you?\n',
    );
    expect(textOf({ ...noted, stage: 'Debt' })).toMatch(/^An idea for Lumenfold\n\nHello Amira,/);
  });
  it('has no gap and claims nothing for a company of which little is known', () => {
    expect(textOf(unknown)).toBe(
      'An idea for Lumenfold\n\nHello,\n\nI’d like to show you how we could help your team.\n\nWould a short call next week suit you?\n',
    );
    for (const known of [noted, unknown, { ...unknown, 'why now': reason }]) {
      const { subject, body } = suggestedTemplate(known);
      expect(unfilledIn(textOf(known), `${subject}\n${body}`)).toEqual([]);
    }
  });
  it('contains nothing from the user’s private note', () => {
    for (const known of [noted, unknown]) expect(textOf(known)).not.toContain('Stingy');
    const ofEditor = filled(noted, { id: '', ...templates.example });
    expect(ofEditor.map(({ text }) => text).join('\n')).not.toContain('Stingy');
    expect(ofEditor.flatMap(({ unknown: names }) => names)).toEqual([]);
  });
});

describe('the first name for a greeting', () => {
  it.each([
    ['Amira Voss', 'Amira'],
    ['Dr. Amira Voss', 'Amira'],
    ['Prof. Dr. Jean-Luc Martin', 'Jean-Luc'],
    // A single character, in any script, may be an initial instead of a first name.
    ['李 雷', null],
    ['Cher', null],
    ['A. Voss', null],
    ['Voss, Amira', null],
    ['', null],
    ['Dr. Voss', null],
  ])('of %j is %j', (name, first) => {
    expect(firstNameOf(name)).toBe(first);
  });
});

describe('the first line of a note', () => {
  it.each([
    ['# Met Amira\nAsk about Spain', 'Met Amira'],
    ['\n\n- [ ] **Budget** closes in March', 'Budget closes in March'],
    ['---\n> Second site', 'Second site'],
    ['  \n***\n', null],
    ['', null],
  ])('of %j is %j', (note, line) => {
    expect(noteLineOf(note)).toBe(line);
  });
});

describe('the facts for a template', () => {
  const view = {
    row: {
      companyId: 'a',
      name: 'Lumen\u202efold',
      countryCode: 'DE',
      countryName: null,
      industry: 'Energy',
      stage: 'undisclosed',
      announcedOn: '2026-04-17',
      window: { state: 'open', closesAtMs: null },
      amount: { text: 'Undisclosed', value: null, precision: 'none', currency: null },
      stamp: { source: 'company', fetchedAtMs: 0 },
    },
    rounds: [],
  } satisfies Pick<CompanyView, 'row' | 'rounds'>;
  it('include the reason to write now, in full and in short', () => {
    const whyNow: WhyNow = {
      companyId: 'a',
      round: {
        roundId: 'r',
        stage: 'Seed',
        amount: null,
        announcedOn: '1970-01-02',
        lead: null,
        stamp: { source: 'rounds', fetchedAtMs: 0 },
      },
      hiring: { departments: [], count: 2, isAtLeast: false, sinceMs: null, fetchedAtMs: 0 },
      closesAtMs: null,
    };
    const nowMs = 2 * 86_400_000;
    const known = templateFacts(view, null, { note: '', signature: '' }, { whyNow, nowMs });
    expect(known['why now']).toBe('you raised your Seed round yesterday, and are hiring 2');
    expect(known['why now short']).toBe('you raised your Seed round yesterday');
  });
  it('leaves out undisclosed values and characters that reorder text', () => {
    const known = templateFacts(
      view,
      null,
      { note: 'Call in June', signature: ' ' },
      { whyNow: null, nowMs: 0 },
    );
    expect([known.stage, known.amount, known['first name'], known['lead investor']]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect([known.company, known.country, known['round date'], known['your note line']]).toEqual([
      'Lumenfold',
      'Germany',
      '17 Apr 2026',
      'Call in June',
    ]);
    expect(known['your signature']).toBeNull();
    expect([known['why now'], known['why now short']]).toEqual([null, null]);
  });
});
