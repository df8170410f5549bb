import type { AppError } from '../../../shared/app-error.ts';
import type { Api } from '../../../shared/contract/index.ts';
import type {
  Allowance,
  AllowancePeriod,
  AllowanceScope,
  CostDrift,
  DayUse,
  LearnedCost,
  Preview,
} from '../../../shared/model/budget.ts';
import { LatestRequest } from '../../lib/latest-request.ts';
import { problemOf } from '../../lib/to-app-error.ts';

/** A spending cap for one period. `cap` is null if there is no cap. */
export interface Cap {
  readonly scope: AllowanceScope;
  readonly period: AllowancePeriod;
  readonly cap: number | null;
}

/** The daily use, the spending caps and the measured costs. */
export class QuotaForecastState {
  days = $state.raw<readonly DayUse[]>([]);
  allowances = $state.raw<readonly Allowance[]>([]);
  learned = $state.raw<readonly LearnedCost[]>([]);
  /** Corrections of costs that proved wrong in ordinary use, newest first. */
  drifts = $state.raw<readonly CostDrift[]>([]);
  calibration = $state.raw<{ readonly preview: Preview; readonly calls: number } | null>(null);
  /**
   * Number of records above which the app asks for confirmation in a native dialog; null until it is loaded.
   */
  threshold = $state<number | null>(null);
  isCalibrating = $state(false);
  /** The result of the latest calibration since the workspace was opened; null if there was none. */
  outcome = $state<'learned' | 'disturbed' | null>(null);
  error = $state.raw<AppError | null>(null);
  readonly #api: Api;
  readonly #stop: () => void;
  readonly #latest = new LatestRequest();
  /**
   * The error from the last load. A successful load clears only this error, not the errors of other actions.
   */
  #readError: AppError | null = null;

  constructor(api: Api) {
    this.#api = api;
    this.#stop = api.quota.onChanged(() => void this.load());
    void this.load();
  }
  dispose(): void {
    this.#stop();
  }

  /** Reloads everything. Sends no request to the service. */
  async load(): Promise<void> {
    await this.#latest.run(
      () =>
        Promise.all([
          this.#api.quota.history({}),
          this.#api.quota.allowances({}),
          this.#api.quota.learned({}),
          this.#api.quota.calibrationPrice({}),
          this.#api.settings.spending({}),
        ]),
      ([{ days }, { allowances }, { costs, drifts }, calibration, { threshold }]) => {
        this.days = days;
        this.allowances = allowances;
        this.learned = costs;
        this.drifts = drifts;
        this.calibration = calibration;
        this.threshold = threshold;
        if (this.error === this.#readError) this.error = null;
        this.#readError = null;
      },
      (error) => (this.error = this.#readError = problemOf(error)),
    );
  }

  capOf(scope: AllowanceScope, period: AllowancePeriod = 'day'): number | null {
    const allowance = this.allowances.find((each) => each.scope === scope);
    return (period === 'day' ? allowance?.recordsADay : allowance?.recordsAMonth) ?? null;
  }

  /**
   * Saves a spending cap.
   *
   * @returns false after an error (see `error`)
   */
  async setCap(
    scope: AllowanceScope,
    records: number | null,
    period: AllowancePeriod = 'day',
  ): Promise<boolean> {
    this.error = null;
    try {
      await this.#saveCap({ scope, period, cap: records });
      return true;
    } catch (error) {
      return this.#fail(error);
    }
  }
  /**
   * Restores earlier caps, for undo.
   *
   * @throws AppFailure if saving fails. Does not set `error`, because the screen that shows it may already be
   * closed
   */
  async restoreCaps(before: readonly Cap[]): Promise<void> {
    for (const cap of before) if (this.capOf(cap.scope, cap.period) !== cap.cap) await this.#saveCap(cap);
  }
  async #saveCap({ scope, period, cap }: Cap): Promise<void> {
    const { allowances } = await this.#api.quota.setAllowance({ scope, period, records: cap });
    this.allowances = allowances;
  }

  /**
   * Saves the account's monthly record limit.
   *
   * @param records null for the documented limit
   * @returns false after an error (see `error`)
   */
  async setRecordLimit(records: number | null): Promise<boolean> {
    this.error = null;
    try {
      await this.#api.quota.setRecordLimit({ records });
      return true;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /**
   * Saves the number of records above which the app asks for confirmation in a native dialog.
   *
   * @returns false after an error (see `error`)
   */
  async setThreshold(records: number): Promise<boolean> {
    this.error = null;
    try {
      const { threshold } = await this.#api.settings.setSpending({ threshold: records });
      this.threshold = threshold;
      return true;
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Runs the calibration at the price shown. */
  async calibrate(): Promise<void> {
    const { calibration } = this;
    if (calibration === null || this.isCalibrating) return;
    this.error = null;
    this.outcome = null;
    this.isCalibrating = true;
    try {
      const accepted = calibration.preview.cost;
      const { costs, disturbed } = await this.#api.quota.calibrate({ accepted, screen: 'quota' });
      this.learned = costs;
      this.outcome = disturbed ? 'disturbed' : 'learned';
    } catch (error) {
      this.#fail(error);
    } finally {
      this.isCalibrating = false;
      await this.load();
    }
  }

  #fail(error: unknown): false {
    this.error = problemOf(error);
    return false;
  }
}
