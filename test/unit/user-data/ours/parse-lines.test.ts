import { describe, expect, it } from 'vitest';
import { parseLines } from '../../../../electron/core/user-data/ours/parse-lines.ts';
import { OURS_LINES_MAX, OURS_TEXT_MAX } from '../../../../shared/model/ours/ours-kinds.ts';
import { failureOf } from '../../../support/common/failure.ts';

/** Returns the keys of each line: first the exact keys, then the name key. Null for a line without keys. */
const keysOf = (text: string): (readonly (string | null)[] | null)[] =>
  parseLines(text).map(({ keys }) => (keys === null ? null : [...keys.exact, keys.name]));

describe('lines of text', () => {
  it('are websites, e-mail addresses, LinkedIn URLs of companies, or names', () => {
    expect(
      keysOf(
        [
          'arcticloop.example',
          'https://www.Kvistgaard.example/en?x=1',
          'info@oskeby.example',
          'https://de.linkedin.com/company/Ludvika-Motion/about?x',
          'in/company/ludvika-motion',
          'Oberfeld GmbH',
          'Énergie & Söhne, S.A.',
        ].join('\r\n'),
      ),
    ).toEqual([
      ['d:arcticloop.example', null],
      ['d:kvistgaard.example', null],
      ['d:oskeby.example', null],
      ['l:ludvika-motion', null],
      ['l:ludvika-motion', null],
      ['n:oberfeld'],
      ['n:energiesohne'],
    ]);
  });

  it('with a part of a website also match the domains above it', () => {
    expect(keysOf('shop.pomeran-wind.example')).toEqual([
      ['d:shop.pomeran-wind.example', 'd:pomeran-wind.example', null],
    ]);
  });

  it('that say nothing are reported with their number and text, and empty ones are not counted', () => {
    const lines = parseLines('acme.example\n\n  \nn/a\n–\ntbd\n\u0000\n42');
    expect(lines.filter(({ keys }) => keys === null).map(({ line, given }) => [line, given])).toEqual([
      [4, 'n/a'],
      [5, '–'],
      [6, 'tbd'],
      [8, '42'],
    ]);
    expect(lines).toHaveLength(5);
  });

  it('that name a person are not readable: a profile, or an address of a mail service', () => {
    expect(keysOf('linkedin.com/in/jane-doe\njane@gmail.com\nwebsite.wordpress.com')).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('are stored without the person of an e-mail address', () => {
    expect(parseLines('jane.doe@acme.example')[0]?.given).toBe('@acme.example');
  });
});

describe('a CSV file', () => {
  it('is read by the columns that its header names, with any delimiter and quotes', () => {
    const rows = [
      ['Id', 'Company Name', 'Website URL', 'Company LinkedIn'],
      ['1', 'Acme, Inc.', 'https://acme.example/', ''],
      ['2', 'Birch "B" AG', '', 'https://www.linkedin.com/company/birch/'],
      ['', '', '', ''],
      ['3', 'Cedar', 'n/a', ''],
    ];
    const expected = [['d:acme.example', 'n:acme'], ['l:birch', 'n:birchb'], ['n:cedar']];
    for (const delimiter of [',', ';', '\t', '|']) {
      const csv = rows
        .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
        .join('\n');
      expect(keysOf(`\uFEFF${csv}`), delimiter).toEqual(expected);
    }
  });

  it('may have a header in German or French, or a single column', () => {
    expect(keysOf('Firma;Webseite\nEiche GmbH;eiche.example')).toEqual([['d:eiche.example', 'n:eiche']]);
    expect(keysOf('Société;Domaine\nChêne SAS;chene.example')).toEqual([['d:chene.example', 'n:chene']]);
    expect(keysOf('domain\nacme.example')).toEqual([['d:acme.example', null]]);
  });

  it('without a header is read by its cells with an address, and a comma in a name does not separate', () => {
    expect(keysOf('Acme,acme.example\nBirch, Cedar and Sons')).toEqual([
      ['d:acme.example', 'n:acme'],
      ['n:birchcedarandsons'],
    ]);
  });

  it('with line breaks in quotes keeps its rows apart', () => {
    expect(keysOf('name,website\n"Acme\nNorth",acme.example\nBirch,birch.example')).toEqual([
      ['d:acme.example', 'n:acmenorth'],
      ['d:birch.example', 'n:birch'],
    ]);
  });
});

describe('limits', () => {
  it('reject a text that is too long or has too many lines, and accept one at the limit', async () => {
    const reject = async (text: string) => failureOf((async () => parseLines(text))());
    expect(await reject('a'.repeat(OURS_TEXT_MAX + 1))).toMatchObject({ kind: 'validation' });
    const lines = Array.from({ length: OURS_LINES_MAX }, (_, at) => `c${at}.example`);
    expect(parseLines(lines.join('\n'))).toHaveLength(OURS_LINES_MAX);
    expect(await reject([...lines, 'one-more.example'].join('\n'))).toMatchObject({ kind: 'validation' });
  });
});
