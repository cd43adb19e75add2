import { readConfig } from '../../platform/core/config/config.ts';
import { apiVariables } from '../api/api-config.ts';
import { type Finding, failed, ok, wrong } from '../checks/finding.ts';
import type { CliContext } from '../cli-context.ts';
import { withRunning } from '../running.ts';

/** Checks the readiness of the gateway and the health of each service. */
export async function processFindings({
  environment,
  connected,
}: Pick<CliContext, 'environment' | 'connected'>): Promise<Finding[]> {
  const { LYCEUM_URL } = apiVariables;
  const url = readConfig({ LYCEUM_URL }, withRunning(environment)).LYCEUM_URL.replace(/\/api\/v4$/, '');
  const services = connected((connection) =>
    Promise.all(
      connection.names.map(async (service) => {
        try {
          const isServing = await connection.isServing(service, TIMEOUT_MS);
          return isServing ? ok(service, 'serving') : wrong(service, 'not serving; see its log');
        } catch (error) {
          return failed(service, error);
        }
      }),
    ),
  );
  return [await gatewayFinding(url), ...(await services)];
}

async function gatewayFinding(url: string): Promise<Finding> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const { status, problems } = (await answer.json()) as { status: string; problems?: Record<string, string> };
    const named = Object.entries(problems ?? {}).map(([service, problem]) => `, ${service}: ${problem}`);
    const detail = `${url}: ${status}${named.join('')}`;
    return answer.ok ? ok('gateway', detail) : wrong('gateway', detail);
  } catch {
    return wrong('gateway', `nothing answers at ${url} (LYCEUM_URL)`);
  }
}

const TIMEOUT_MS = 4_000;
