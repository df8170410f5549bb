import { describe, expect, it } from 'vitest';
import { LANGUAGES, readTitles, scoreTitles } from '../../../../bench/titles/labelled-titles.ts';
import { DEPARTMENTS, SENIORITIES } from '../../../../shared/model/limits.ts';

const titles = readTitles('development') ?? [];

describe('the labelled titles', () => {
  it('cover each department and seniority in each language', () => {
    expect(titles).toHaveLength(500);
    for (const language of LANGUAGES) {
      const its = titles.filter((title) => title.language === language);
      const departments = new Set(its.flatMap((title) => title.departments));
      expect(
        DEPARTMENTS.filter((each) => !departments.has(each)),
        language,
      ).toEqual([]);
      const seniorities = new Set(its.map(({ seniority }) => seniority));
      expect(
        SENIORITIES.filter((each) => !seniorities.has(each)),
        language,
      ).toEqual([]);
      expect(seniorities.has(null), language).toBe(true);
    }
  });
  it('are classified with a precision and a recall of at least 95 %', () => {
    const { departments, seniority } = scoreTitles(titles);
    for (const { precision, recall } of [departments, seniority]) {
      expect(precision).toBeGreaterThanOrEqual(0.95);
      expect(recall).toBeGreaterThanOrEqual(0.95);
    }
  });
  it('count a class of a meaningless title as a wrong label', () => {
    const label = { language: 'en', title: 'CEO', departments: [], seniority: null } as const;
    const { departments, misses } = scoreTitles([{ ...label, departments: [] }]);
    expect(departments).toMatchObject({ given: 1, expected: 0, right: 0, precision: 0 });
    expect(misses).toHaveLength(1);
  });
});
