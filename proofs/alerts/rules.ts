import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { services } from '../../deploy/installation/services.ts';
import { projectRoot } from '../../test/support/process/program.ts';

/** The parts of an installation, as the label `service` of their metrics names them. */
export const deployedParts: readonly string[] = [...services.map(({ name }) => name), 'gateway', 'console'];

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook_url: string };
}

interface Recording {
  readonly record: string;
  readonly expr: string;
}

export interface RuleGroups {
  readonly groups: readonly { readonly name: string; readonly rules: readonly (Alert | Recording)[] }[];
}

/** The files with rules: those of every installation, and those of one with deploy/postgres. */
export const RULE_FILES = {
  everywhere: ['deploy/monitoring/alerts.yaml', 'deploy/monitoring/service-levels.yaml'],
  postgres: ['deploy/monitoring/cloudnative-pg/alerts.yaml'],
} as const;

/** The rules of a file, as Prometheus without its operator reads them. */
export function readRules(path: string): RuleGroups {
  return parse(readFileSync(`${projectRoot}${path}`, 'utf8')).spec;
}

const allRules = Object.values(RULE_FILES)
  .flat()
  .flatMap((path) => readRules(path).groups.flatMap(({ rules }) => rules));

export const alerts: readonly Alert[] = allRules.filter((rule) => 'alert' in rule);
export const recordings: readonly Recording[] = allRules.filter((rule) => 'record' in rule);
