// Waits for the end of its input, which comes when the process that started it is gone however that ended, and removes the
// container of the given name.
import { findDocker, removeContainer } from '../docker-engine.ts';

for await (const _ of process.stdin);
const docker = await findDocker(process.env);
if (docker !== null) await removeContainer(docker, process.argv[2] ?? '');
