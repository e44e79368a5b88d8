import type { Button, FakeDialogs, FakeMessage, FakeQuickInput, PickItem } from './fakeDialogs.ts';
import { FakeLocator, type TextPattern, waitForValue } from './fakeLocator.ts';

interface MessageButton {
  readonly message: FakeMessage;
  readonly label: string;
}

/** A message, with the buttons on it. */
export class Notification extends FakeLocator<FakeMessage> {
  getByRole(
    _role: 'button',
    { name = /./ }: { readonly name?: TextPattern; readonly exact?: boolean } = {},
  ): FakeLocator<MessageButton> {
    const isMeant = (label: string): boolean =>
      typeof name === 'string' ? label === name : name.test(label);
    return new FakeLocator<MessageButton>(
      `the button ${name} of ${this.description}`,
      () =>
        this.all().flatMap((message) => message.buttons.filter(isMeant).map((label) => ({ message, label }))),
      ({ label }) => ({ text: label }),
      ({ message, label }) => message.press(label),
    );
  }
}

/** As the editor draws it: `$(name)` is an icon, `\\$(name)` a text. */
const removeIcons = (text: string): string =>
  text.replace(/(\\?)(\$\([\w~-]+\)) ?/g, (all, isText: string, icon: string) =>
    isText === '' ? '' : icon + all.slice(icon.length + 1),
  );

const itemText = ({ label, description = '', detail = '' }: PickItem): string =>
  [label, description, detail]
    .map(removeIcons)
    .filter((part) => part !== '')
    .join(' ');

/** The lists, boxes and messages of the extension, answered as by a person. */
export class FakeWindow {
  readonly #asked: () => FakeDialogs;
  constructor(dialogs: () => FakeDialogs) {
    this.#asked = dialogs;
  }

  get asked(): FakeDialogs {
    return this.#asked();
  }

  /** The list or box that is open. */
  get #open(): readonly FakeQuickInput[] {
    return this.asked.quickInputs;
  }

  readonly input = Object.assign(
    new FakeLocator<FakeQuickInput>(
      'the box',
      () => this.#open,
      ({ value }) => ({ text: value, value }),
    ),
    {
      fill: async (text: string): Promise<void> => {
        (await this.#answerable()).type(text);
      },
      press: async (key: 'Enter' | 'Escape'): Promise<void> => {
        if (key === 'Enter') (await this.#answerable()).accept();
        else for (const box of this.#open) box.hide();
      },
      inputValue: async (): Promise<string> => (await this.input.one()).value,
    },
  );

  /** A box that is at work takes no keys. */
  #answerable(): Promise<FakeQuickInput> {
    return waitForValue(
      () => this.#open.find(({ enabled, busy }) => enabled && !busy),
      () =>
        `No box takes an answer: ${JSON.stringify(this.#open.map(({ title, busy }) => ({ title, busy })))}`,
    );
  }

  /** What a box says: of what is typed, or else what it asks for. */
  readonly inputMessage = new FakeLocator<FakeQuickInput>(
    'the message of the box',
    () => this.#open,
    ({ prompt, validation }) => ({ text: validation === '' ? prompt : validation }),
  );
  readonly inputPlaceholder = new FakeLocator<FakeQuickInput>(
    'the placeholder of the box',
    () => this.#open,
    ({ placeholder }) => ({ text: placeholder }),
  );
  /** The box, where what is typed can't be read. */
  readonly masked = new FakeLocator<FakeQuickInput>(
    'the box that masks',
    () => this.#open.filter(({ password }) => password),
    ({ value }) => ({ text: value }),
  );
  /** All that a box or a list shows. */
  readonly question = new FakeLocator<FakeQuickInput>(
    'the box or list',
    () => this.#open,
    (box) => ({
      text: [
        box.title,
        box.placeholder,
        box.prompt,
        box.validation,
        box.password ? '' : box.value,
        ...box.items.map(itemText),
      ].join('\n'),
    }),
  );
  /** The entries that are taken, where many can be. */
  readonly checked = new FakeLocator<PickItem>(
    'the entries that are taken',
    () =>
      this.#open.flatMap(({ items, selectedItems }) => items.filter((item) => selectedItems.includes(item))),
    (item) => ({ text: itemText(item) }),
  );
  /** The entry that Enter takes. */
  readonly active: FakeLocator = new FakeLocator<PickItem>(
    'the active entry',
    () => this.#open.flatMap(({ activeItems }) => activeItems),
    (item) => ({ text: itemText(item) }),
    (item) => this.#choose(item),
  );
  readonly inputTitle: FakeLocator = new FakeLocator<FakeQuickInput>(
    'the title of the box',
    () => this.#open,
    ({ title, step, totalSteps }) => ({ text: step ? `${title} (${step}/${totalSteps})` : title }),
  );

  /** A button in the title of the box or list. */
  inputButton(name: string): FakeLocator<readonly [FakeQuickInput, Button]> {
    return new FakeLocator<readonly [FakeQuickInput, Button]>(
      `the button ${name} of the box`,
      () =>
        this.#open.flatMap((box) =>
          box.buttons
            // The editor's own button has no words of its own.
            .filter(({ tooltip = 'Back' }) => tooltip === name)
            .map((button) => [box, button] as const),
        ),
      ([, { tooltip = '' }]) => ({ text: tooltip }),
      ([box, button]) => box.press(button),
    );
  }

  /** An entry of the list that is open. */
  item(words: TextPattern): FakeLocator<PickItem> {
    return new FakeLocator<PickItem>(
      'the entries of the list',
      () => this.#open.flatMap((box) => box.matching()),
      (item) => ({ text: itemText(item), isSelected: item.picked, icon: item.iconPath?.id }),
      (item) => this.#choose(item),
    ).filter({ hasText: words });
  }

  #choose(item: PickItem): void {
    this.#open.find(({ items }) => items.includes(item))?.choose(item);
  }

  /** Takes an entry of the list. */
  choose(item: FakeLocator<PickItem>): Promise<void> {
    return item.click();
  }

  /** Picks a file in the dialog that is open. */
  chooseFile(path: string): Promise<void> {
    return this.enter(path);
  }

  /** Types into the box and presses Enter. */
  async enter(text: string): Promise<void> {
    const box = await this.#answerable();
    box.type(text);
    box.accept();
  }

  notification(words: TextPattern): Notification {
    return this.#messages('the messages', words, false);
  }

  /** A message over the whole window. */
  get dialog(): Notification {
    return this.#messages('the dialog', '', true);
  }

  #messages(what: string, words: TextPattern, isModal: boolean): Notification {
    const look = ({ text, detail, kind }: FakeMessage) => ({ text: `${text} ${detail}`.trim(), icon: kind });
    const all = new FakeLocator(
      what,
      () => this.asked.messages.filter((said) => said.isModal === isModal),
      look,
    );
    const found = all.filter({ hasText: words });
    return new Notification(found.description, () => found.all(), look);
  }

  async clearNotifications(): Promise<void> {
    for (const said of this.asked.messages) said.press();
  }
}
