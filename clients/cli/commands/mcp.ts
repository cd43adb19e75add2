import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import { API_ENVIRONMENT, type ApiOptions, addApiOptions, withApi } from '../../../cli/api/with-api.ts';
import type { Surroundings } from '../../../cli/run-commands.ts';
import { monotonicMs } from '../../../platform/core/clock.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { mcpServer } from '../mcp/mcp-server.ts';
import { PrintableTransport } from '../mcp/printable.ts';

interface Options extends ApiOptions {
  readonly allowWrites?: true;
}

export function mcpCommand({ terminal, environment }: Surroundings): Command {
  const command = new Command('mcp')
    .description('Serves tools for agents over standard input and output (Model Context Protocol).')
    .option('--allow-writes', 'let agents confirm the writes that they have planned')
    .addHelpText('after', HELP)
    .action(async ({ allowWrites, ...options }: Options) => {
      await withApi(environment, options, async (lyceum, url) => {
        // Wrong credentials end the program before an agent relies on it.
        const { data: integration } = await lyceum.integration.get();
        if (!allowWrites && integration.access === 'full') terminal.note(mayOnlyRead(integration.clientId));
        const own = { newId: () => systemIds.newId(), now: monotonicMs };
        const ended = once(terminal.stdin, 'end');
        const serving = serveStdio(() => mcpServer({ lyceum, url, allowsWrites: allowWrites === true, ...own }), {
          transport: new PrintableTransport(terminal.stdin as Readable, terminal.stdout as Writable),
        });
        await ended;
        await serving.close();
      });
    });
  return addApiOptions(command);
}

function mayOnlyRead(clientId: string): string {
  return `This integration may write. Without --allow-writes, one that may only read suffices:
  lyceum integrations set ${clientId} --access read`;
}

const HELP = `
Clients of the protocol start this program. It reads until its input ends.
Without --allow-writes it cannot change anything.

${API_ENVIRONMENT}

Example:
  lyceum-client mcp --allow-writes`;
