import type { Mutation } from '../mutation.ts';
import { planted } from '../planted.ts';

const MARKS = 'renderer/ui/charts/chart-marks.ts';
const MARKS_TEST = 'test/renderer/ui/charts/chart-marks.test.ts';
const CHARTS_TEST = 'test/renderer/ui/charts/marks.test.ts';

/** Defects in the values, labels, keyboard control and tables of the charts. */
export const CHART_MUTATIONS: readonly Mutation[] = [
  planted({
    name: 'chart-text-as-it-is',
    guarantee: 'text of the service in a chart has no characters that reorder the text beside it',
    file: MARKS,
    find: 'safeLine(text, MOST);',
    replace: 'safeLine("", MOST) + text;',
    test: [CHARTS_TEST, 'stays text, without characters that reorder the text beside it'],
  }),
  planted({
    name: 'chart-arrows-by-index',
    guarantee: 'the arrow keys keep the weekday in a calendar whose first week is short',
    file: MARKS,
    find: 'marks[column]?.at ?? column;',
    replace: 'marks[column] === undefined ? 0 : column;',
    test: [MARKS_TEST, 'keep the weekday in a calendar whose first week is short'],
  }),
  planted({
    name: 'chart-of-too-few-values',
    guarantee: 'a chart with too few values states how many it needs instead of showing them',
    file: 'renderer/ui/charts/ChartPanel.svelte',
    find: 'least.have < least.need',
    replace: 'least.have < 0',
    test: [CHARTS_TEST, 'states how many values it needs instead of showing too few'],
  }),
  planted({
    name: 'chart-share-of-a-few',
    guarantee: 'the share of a step is left out if the step before has fewer than ten cases',
    file: 'renderer/ui/charts/chart-tables.ts',
    find: 'before < enough || ',
    replace: 'before < 0 * enough || ',
    test: [CHARTS_TEST, 'draws square roots, and leaves out a share of fewer than ten'],
  }),
  planted({
    name: 'chart-every-mark-in-tab-order',
    guarantee: 'a chart is one stop of the Tab key',
    file: 'renderer/ui/charts/ChartFrame.svelte',
    find: 'stop.column === column ? 0 : -1',
    replace: 'stop.column === column ? 0 : 0',
    test: [CHARTS_TEST, 'has one mark that Tab reaches, and buttons only where something opens'],
  }),
  planted({
    name: 'dot-off-its-line',
    guarantee: 'a dot leaves the middle of its strip only to avoid another dot',
    file: 'renderer/ui/charts/scales.ts',
    find: '[0.5, 0.35, 0.65, 0.2, 0.8]',
    replace: '[0.35, 0.5, 0.65, 0.2, 0.8]',
    test: [
      'test/renderer/ui/charts/scales.test.ts',
      'places a dot in the middle of its strip, and moves only dots that would touch the one before',
    ],
  }),
];
