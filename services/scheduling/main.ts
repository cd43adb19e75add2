import { runServiceProcess } from '../../platform/process/process.ts';
import { scheduling } from './service.ts';

await runServiceProcess(scheduling, process.argv.slice(2));
