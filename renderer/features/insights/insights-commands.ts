import ChartNoAxesColumn from '@lucide/svelte/icons/chart-no-axes-column';
import { INSIGHT_WEEKS } from '../../../shared/model/insights/insight-values.ts';
import type { Command } from '../../session/commands/command.ts';
import { priceSentence } from '../../ui/text/price-text.ts';
import type { InsightsState } from './insights.svelte.ts';
import { insights as strings } from './strings.ts';

export function insightCommands(insights: InsightsState, count: () => void): readonly Command[] {
  const { group } = strings.commands;
  const { countPrice } = insights;
  const command = (id: string, label: string, run: () => void, available: () => boolean): Command => ({
    id: `insights.${id}`,
    group,
    label,
    icon: ChartNoAxesColumn,
    available,
    run,
  });
  const isShown = (weeks: number): boolean => {
    const { period } = insights.question;
    return period.kind === 'weeks' && period.weeks === weeks;
  };
  const inMarket = (): boolean => insights.question.market && insights.figures?.hasMarket === true;
  const isMarket = (): boolean => !insights.showsOutcomes;
  return [
    command('outcomes', strings.commands.outcomes, () => (insights.showsOutcomes = true), isMarket),
    command(
      'show-market',
      strings.commands.showMarket,
      () => (insights.showsOutcomes = false),
      () => insights.showsOutcomes,
    ),
    ...INSIGHT_WEEKS.map((weeks) =>
      command(
        `weeks-${weeks}`,
        strings.commands.weeks(strings.periods[weeks]),
        () => void insights.choose({ period: { kind: 'weeks', weeks } }),
        () => isMarket() && !isShown(weeks),
      ),
    ),
    command(
      'market',
      strings.commands.marketOnly,
      () => void insights.choose({ market: true }),
      () => isMarket() && insights.figures?.hasMarket === true && !inMarket(),
    ),
    command(
      'all-rounds',
      strings.commands.allRounds,
      () => void insights.choose({ market: false }),
      () => isMarket() && inMarket(),
    ),
    {
      ...command('count', strings.commands.count, count, () => isMarket() && countPrice.isPayable),
      price: () => (countPrice.preview === null ? null : priceSentence(countPrice.preview)),
    },
  ];
}
