import { Command } from '@commander-js/extra-typings';

/**
 * A command that lists records, and holds commands about single ones. Commander gives it every option of its own, also behind the
 * name of an inner command. The hook passes an option on to an inner command that has it too, and refuses any other.
 */
export const listCommand = (name: string) =>
  new Command(name).hook('preSubcommand', (list, inner) => {
    for (const option of list.options) {
      const key = option.attributeName();
      if (list.getOptionValueSource(key) !== 'cli') continue;
      const isShared = inner.options.some((own) => own.attributeName() === key);
      if (!isShared) inner.error(`'${inner.name()}' has no option '${option.flags}'`);
      inner.setOptionValueWithSource(key, list.getOptionValue(key), 'cli');
    }
  });
