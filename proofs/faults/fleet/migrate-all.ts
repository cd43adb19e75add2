import { databaseVariable } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import { migrate } from '../../../platform/data/migrate.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Program } from '../../../test/support/process/program.ts';
import type { Infrastructure } from './layouts.ts';
import { SERVICES, type Service } from './parts.ts';

/**
 * Migrates the databases of all services.
 * @param root the folder of another release's source; its own command line then runs the migrations
 */
export async function migrateAll(on: Infrastructure, root?: string): Promise<void> {
  if (root === undefined) {
    await Promise.all(
      services.map(({ name, migrations }) =>
        migrate({ databaseUrl: on.databaseUrl(name as Service), migrations, log: silentLogger }),
      ),
    );
    return;
  }
  const env = Object.fromEntries(SERVICES.map((service) => [databaseVariable(service), on.databaseUrl(service)]));
  const program = Program.node('cli/main.ts', ['migrate'], { env, root });
  const { code } = await program.exited;
  if (code !== 0) throw new Error(`the databases could not be migrated: ${program.stderr}`);
}
