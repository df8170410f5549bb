import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifyTitle } from '../../../../electron/core/market/titles/classify-title.ts';
import { DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';
import { IS_FULL } from '../../../support/common/full-size.ts';

const RUNS = IS_FULL ? 50_000 : 2_000;
/** Returns the class of a title as text, such as "sales+marketing/executive", or "unknown" if it has none. */
function classOf(title: string): string {
  const found = classifyTitle(title);
  return found === null ? 'unknown' : `${found.departments.join('+')}/${found.seniority ?? '?'}`;
}
const classesOf = (titles: readonly string[]): string[] => titles.map(classOf);

describe('the class of a title', () => {
  it('is found in each language, with feminine forms and abbreviations', () => {
    expect(
      classesOf([
        'CTO',
        'Sr. Account Executive',
        'Leiterin Vertrieb',
        'Directrice marketing',
        'Jefa de ventas',
        'Responsabile acquisti',
        'Hoofd Inkoop',
        'Resp. informatique',
      ]),
    ).toEqual([
      'it/executive',
      'sales/senior',
      'sales/director',
      'marketing/director',
      'sales/manager',
      'operations/manager',
      'operations/director',
      'it/manager',
    ]);
  });
  it('takes German and Dutch compounds apart', () => {
    expect(
      classesOf(['Vertriebsleiter', 'Marketingleiterin', 'Entwicklungsleiter', 'Verkoopmedewerker']),
    ).toEqual(['sales/director', 'marketing/director', 'it/director', 'sales/mid']);
    expect(classesOf(['Personalreferentin', 'Inkoopmanager', 'Sonderleiter'])).toEqual([
      'hr/mid',
      'operations/manager',
      '/director',
    ]);
  });
  it('names each department of a title with several functions', () => {
    expect(classOf('VP Sales & Marketing')).toBe('sales+marketing/executive');
    expect(classOf('Head of Finance, HR and Legal')).toBe('finance+hr+legal/director');
    expect(classOf('Co-Founder / CTO')).toBe('it+executive/executive');
  });
  it('names only the strongest department of words that stand together', () => {
    expect(
      classesOf([
        'Sales Engineer',
        'Product Marketing Manager',
        'HR Business Partner',
        'Head of Sales Operations',
      ]),
    ).toEqual(['sales/mid', 'marketing/manager', 'hr/mid', 'sales/director']);
    expect(classesOf(['IT Recruiter', 'Recruiter IT', 'Digital Marketing Data Analyst'])).toEqual([
      'hr/mid',
      'hr/mid',
      'marketing/mid',
    ]);
    expect(classOf('Head of Sales and Operations')).toBe('sales+operations/director');
  });
  it('ignores the rank of the person who is assisted', () => {
    expect(
      classesOf([
        'Assistant to the CEO',
        'Assistenz der Geschäftsführung',
        'Vorstandsassistentin',
        'Assistante de direction',
        'Engineer, Office of the CTO',
        'Chief of Staff to the CEO',
      ]),
    ).toEqual([
      'operations/junior',
      'operations/junior',
      'operations/junior',
      'operations/junior',
      'it/mid',
      'management/director',
    ]);
  });
  it('ignores the name of the employer, earlier jobs and sentences', () => {
    expect(
      classesOf([
        'CEO @ Sales Heroes',
        'Head of Growth at Legal Robots',
        'Founder of Marketing House',
        'CFO | ex-Head of Sales',
        'Designer | helping CTOs recruit',
      ]),
    ).toEqual([
      'executive/executive',
      'marketing/director',
      'executive/executive',
      'finance/executive',
      'design/mid',
    ]);
  });
  it('is junior for interns and trainees of any rank', () => {
    expect(
      classesOf(['Product Manager Intern', 'Werkstudentin Vertrieb', 'Stagiaire chef de projet']),
    ).toEqual(['management/junior', 'sales/junior', 'management/junior']);
  });
  it('is unknown for a title without known words', () => {
    expect(classesOf(['', '   ', '🚀', '???', 'n/a', 'Wizard of light bulb moments', '首席执行官'])).toEqual(
      Array.from({ length: 7 }, () => 'unknown'),
    );
  });
});

describe('any text', () => {
  const words = fc.constantFrom(
    ...'head of vp sales & , / | @ the assistant to ceo leiter:in (m/w/d) vertriebs chef de ex R&D - 🚀 c.e.o.'.split(
      ' ',
    ),
  );
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(words, { maxLength: 80 }).map((each) => each.join(' ')),
    fc.array(words, { maxLength: 80 }).map((each) => each.join('')),
  );

  it('has a class within the service’s values, and always the same', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = classifyTitle(text);
        expect(classifyTitle(text)).toEqual(found);
        if (found === null) return;
        expect(found.departments.length > 0 || found.seniority !== null).toBe(true);
        expect(DEPARTMENTS.filter((each) => found.departments.includes(each))).toEqual(found.departments);
        if (found.seniority !== null) expect(SENIORITIES).toContain(found.seniority);
      }),
      { numRuns: RUNS },
    );
  });
  it('is read up to a limit, however long it is', () => {
    const hostile = ['a', 'leiter', 'head of ', 'r&d ', 'vertriebs', '(', ' - ', 'é'].map((each) =>
      each.repeat(1_000_000 / each.length),
    );
    const startMs = performance.now();
    for (const text of hostile) classifyTitle(text);
    expect(performance.now() - startMs).toBeLessThan(1_000);
    expect(classOf(`${'x '.repeat(500)}CEO`)).toBe('unknown');
  });
});
