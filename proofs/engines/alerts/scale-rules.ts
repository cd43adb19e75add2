import type { RuleGroups } from '../../alerts/rules.ts';

/** How much faster than in production time passes for the rules. */
const FASTER = 30;

/**
 * The same rules for outages of seconds: every range, every `for` and every age of which a rule speaks is a thirtieth.
 * Numbers, rates, ratios and the time of a single request stay as they are.
 */
export function scaleRules({ groups }: RuleGroups): RuleGroups {
  return {
    groups: groups.map(({ name, rules }) => ({
      name,
      rules: rules.map((rule) => ({
        ...rule,
        expr: rule.expr
          .replaceAll(/\[(\d+)([smhd])\]/g, (_, count, unit) => `[${scaled(count, unit)}]`)
          .replaceAll(
            /(age_seconds(?:\{[^}]*\})?\) (?:>|<= bool)) (\d+)/g,
            (_, left, age) => `${left} ${age / FASTER}`,
          ),
        ...('for' in rule && rule.for !== undefined
          ? { for: rule.for.replace(/^(\d+)([smhd])$/, (_, count, unit) => scaled(count, unit)) }
          : {}),
      })),
    })),
  };
}

function scaled(count: string, unit: string): string {
  return `${Math.round((Number(count) * (UNITS[unit] ?? Number.NaN)) / FASTER)}ms`;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
