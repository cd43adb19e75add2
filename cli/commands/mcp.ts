import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { Command } from 'commander';
import { monotonicMs } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { API_ENVIRONMENT, type ApiOptions, addApiOptions, withApi } from '../api/with-api.ts';
import type { CliContext } from '../cli-context.ts';

interface Options extends ApiOptions {
  readonly allowWrites?: true;
}

export function mcpCommand({ terminal, environment }: CliContext): Command {
  const command = new Command('mcp')
    .description('Serves tools for agents over standard input and output (Model Context Protocol).')
    .option('--allow-writes', 'let agents confirm the writes that they have planned')
    .addHelpText('after', HELP)
    .action(async ({ allowWrites, ...options }: Options) => {
      const [{ PrintableTransport }, { mcpServer }] = await Promise.all([
        import('../mcp/printable.ts'),
        import('../mcp/mcp-server.ts'),
      ]);
      await withApi(environment, options, async (lyceum, url) => {
        // Wrong credentials end the program before an agent relies on it.
        const { data: integration } = await lyceum.integration.get();
        if (!allowWrites && integration.access === 'full') terminal.note(mayOnlyRead(integration.clientId));
        const own = { newId: () => systemIds.newId(), now: monotonicMs };
        const server = mcpServer({ lyceum, url, allowsWrites: allowWrites === true, ...own });
        const ended = once(terminal.stdin, 'end');
        await server.connect(new PrintableTransport(terminal.stdin as Readable, terminal.stdout as Writable));
        await ended;
        await server.close();
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
  lyceum mcp --allow-writes`;
