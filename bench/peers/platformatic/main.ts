import { create } from '@platformatic/db';
import { requiredVariable, serveBench } from '../../targets/target.ts';

const app = await create(import.meta.dirname, {
  server: { hostname: '127.0.0.1', port: 0, logger: { level: 'warn' } },
  db: {
    connectionString: requiredVariable('DIRECTORY_DATABASE_URL'),
    poolSize: 8,
    include: { users: true },
    openapi: false,
  },
  plugins: { paths: ['./users.ts'] },
  watch: false,
});
await app.init();
serveBench(Number(new URL(String(await app.start({ listen: true }))).port));
