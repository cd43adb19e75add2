import type { Command } from 'commander';
import type { Lyceum } from '../../clients/typescript/src/index.ts';
import type { Environment } from '../../platform/core/config/config.ts';

/** The options of the commands that use the HTTP API. */
export interface ApiOptions {
  readonly url?: string;
  readonly clientId?: string;
}

/** Adds these options to a command. */
export function addApiOptions(command: Command): Command {
  return command
    .option('--url <url>', 'URL of the gateway (LYCEUM_URL)')
    .option('--client-id <id>', 'client ID of an integration (LYCEUM_CLIENT_ID)');
}

/** For the help of these commands. */
export const API_ENVIRONMENT = `Environment:
  LYCEUM_URL                 URL of the gateway (http://localhost:8080)
  LYCEUM_CLIENT_ID           client ID of an integration
  LYCEUM_CLIENT_SECRET       its client secret
  LYCEUM_CLIENT_SECRET_FILE  or a file that contains the client secret`;

/** Runs the part of a command that uses the API. Throws a ConfigError, or a CommandFailure that says what to do. */
export async function withApi<T>(
  environment: Environment,
  { url, clientId }: ApiOptions,
  act: (lyceum: Lyceum, url: string) => Promise<T>,
): Promise<T> {
  // Loaded here so that the other commands start faster.
  const [{ createClient }, { readApiConfig }, { apiFailure }] = await Promise.all([
    import('../../clients/typescript/src/index.ts'),
    import('./api-config.ts'),
    import('./api-failure.ts'),
  ]);
  const config = readApiConfig(environment, {
    ...(url === undefined ? {} : { LYCEUM_URL: url }),
    ...(clientId === undefined ? {} : { LYCEUM_CLIENT_ID: clientId }),
  });
  try {
    return await act(createClient({ ...config, baseUrl: config.url }), config.url);
  } catch (error) {
    throw apiFailure(error, config.url, 'Try again later.');
  }
}
