import Download from '@lucide/svelte/icons/download';
import Eye from '@lucide/svelte/icons/eye';
import RefreshCw from '@lucide/svelte/icons/refresh-cw';
import Gauge from '@lucide/svelte/icons/gauge';
import History from '@lucide/svelte/icons/history';
import Landmark from '@lucide/svelte/icons/landmark';
import Search from '@lucide/svelte/icons/search';
import User from '@lucide/svelte/icons/user';
import type { Component } from 'svelte';
import type { PlanKind } from '../../../shared/model/plan.ts';

export const PLAN_ICONS: Readonly<Record<PlanKind, Component>> = {
  contacts: User,
  'catch-up': Download,
  search: Search,
  profile: Eye,
  refresh: RefreshCw,
  reading: Gauge,
  older: History,
  update: RefreshCw,
  rounds: Landmark,
};
