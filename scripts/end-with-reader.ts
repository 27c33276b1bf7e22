/** Import this before a command: it ends the process quietly when the reader closes the pipe (`| head`). */
process.stdout.on('error', () => process.exit());
