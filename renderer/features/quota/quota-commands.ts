import Gauge from '@lucide/svelte/icons/gauge';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Ruler from '@lucide/svelte/icons/ruler';
import Search from '@lucide/svelte/icons/search';
import type { Command } from '../../session/commands/command.ts';
import { priceSentence } from '../../ui/text/price-text.ts';
import { quota as strings } from './strings.ts';
import type { Quota } from './quota.svelte.ts';
import type { QuotaForecastState } from './quota-forecast.svelte.ts';

interface Actions {
  readonly confirm: () => void;
  readonly move: (by: number) => void;
  readonly changeAllowances: () => void;
  readonly find: () => void;
  readonly calibrate: () => void;
}

export function quotaCommands(
  { confirmPrice }: Quota,
  plan: QuotaForecastState,
  { confirm, move, changeAllowances, find, calibrate }: Actions,
): readonly Command[] {
  const { group } = strings.commands;
  return [
    {
      id: 'quota.confirm',
      group,
      label: strings.commands.confirm,
      icon: RefreshCw,
      price: () => (confirmPrice.preview === null ? null : priceSentence(confirmPrice.preview)),
      available: () => confirmPrice.preview?.decision.kind === 'go' && !confirmPrice.busy,
      run: confirm,
    },
    {
      id: 'quota.allowances',
      group,
      label: strings.commands.allowances,
      icon: Gauge,
      keywords: ['cap', 'limit', 'hold'],
      run: changeAllowances,
    },
    {
      id: 'quota.calibrate',
      group,
      label: strings.commands.calibrate,
      icon: Ruler,
      price: () => (plan.calibration === null ? null : priceSentence(plan.calibration.preview)),
      available: () => plan.calibration?.preview.decision.kind === 'go' && !plan.isCalibrating,
      run: calibrate,
    },
    { id: 'quota.find', group, label: strings.commands.find, icon: Search, shortcut: '/', run: find },
    { id: 'quota.down', label: strings.commands.down, shortcut: 'j', hidden: true, run: () => move(1) },
    { id: 'quota.up', label: strings.commands.up, shortcut: 'k', hidden: true, run: () => move(-1) },
  ];
}
