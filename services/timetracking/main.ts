import { runServiceProcess } from '../chassis/process.ts';
import { timetracking } from './service.ts';

await runServiceProcess(timetracking, ['directory'], process.argv.slice(2));
