import { type Order, type Sent, scenarios } from './worst.ts';

// A separate process, so that sending and reading do not delay the measurement of the other institution's reads.
const order = JSON.parse(process.argv[2] ?? '') as Order;
const before = process.cpuUsage();
const outcomes = (await scenarios[order.scenario]?.(order)) ?? [];
const { user, system } = process.cpuUsage(before);
process.stdout.write(JSON.stringify({ outcomes, cpuMs: (user + system) / 1_000 } satisfies Sent));
