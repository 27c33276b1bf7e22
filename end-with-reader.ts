/** Imported before a command: ends it quietly when whoever reads its output has left (`| head`). */
process.stdout.on('error', () => process.exit());
