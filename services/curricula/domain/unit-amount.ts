interface TimePlanItem {
  readonly units: number;
  readonly requiresAppointments: boolean;
}

/**
 * The units of a time plan's items that require appointments (decisions 9.8). Units are decimal numbers, and so is
 * their sum: the rounding errors of binary additions are accumulated separately (Neumaier), and the result is rounded
 * to 15 digits, so that 0.1 and 0.2 are 0.3.
 */
export function unitAmount(items: readonly TimePlanItem[]): number {
  let sum = 0;
  let lost = 0;
  for (const { units, requiresAppointments } of items) {
    if (!requiresAppointments) continue;
    const next = sum + units;
    lost += sum >= units ? sum - next + units : units - next + sum;
    sum = next;
  }
  const total = Number((sum + lost).toPrecision(DIGITS));
  return Number.isFinite(total) ? total : Number.MAX_VALUE;
}

const DIGITS = 15;
