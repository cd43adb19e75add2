import { runServiceProcess } from '../../platform/process/process.ts';
import { timetracking } from './service.ts';

await runServiceProcess(timetracking, process.argv.slice(2));
