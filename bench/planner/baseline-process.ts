import { registerHooks } from 'node:module';

/*
 * Simulates the month of `month.ts` with the frozen planner and prints its figures as JSON. When the handlers
 * import the module that proposes the plan, they get its frozen version. Everything else is the product's
 * code.
 */

const proposePlan = import.meta.resolve('../../electron/core/day-plan/propose-plan.ts');
const handlers = import.meta.resolve('../../electron/core/handlers/day-plan.ts');
const frozen = import.meta.resolve('./baseline/propose-plan.ts');
let isReplaced = false;
registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const resolved = nextResolve(specifier, context);
    if (resolved.url !== proposePlan || context.parentURL !== handlers) return resolved;
    isReplaced = true;
    return { ...resolved, url: frozen };
  },
});
const { runMonth } = await import('./month.ts');
const figures = await runMonth(Number(process.argv[2]), 'planner');
if (!isReplaced) throw new Error('the frozen planner was not loaded');
process.stdout.write(JSON.stringify(figures));
