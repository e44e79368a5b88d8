import type { Button, FakeDialogs, FakeMessage, FakeQuickInput, PickItem } from './fakeDialogs.ts';
import { FakeLocator, type TextPattern, waitForValue } from './fakeLocator.ts';

interface MessageButton {
  readonly message: FakeMessage;
  readonly label: string;
}

/** A message and its buttons. */
class Notification extends FakeLocator<FakeMessage> {
  getByRole(
    _role: 'button',
    { name = /./ }: { readonly name?: TextPattern; readonly exact?: boolean } = {},
  ): FakeLocator<MessageButton> {
    const matches = (label: string): boolean =>
      typeof name === 'string' ? label === name : name.test(label);
    return new FakeLocator<MessageButton>(
      `the button ${name} of ${this.description}`,
      () =>
        this.all().flatMap((message) => message.buttons.filter(matches).map((label) => ({ message, label }))),
      ({ label }) => ({ text: label }),
      ({ message, label }) => message.press(label),
    );
  }
}

/** Removes icons, such as `$(name)`, and unescapes `\\$(name)`, as the editor does when it draws a text. */
const removeIcons = (text: string): string =>
  text.replace(/(\\?)(\$\([\w~-]+\)) ?/g, (all, isText: string, icon: string) =>
    isText === '' ? '' : icon + all.slice(icon.length + 1),
  );

const itemText = ({ label, description = '', detail = '' }: PickItem): string =>
  [label, description, detail]
    .map(removeIcons)
    .filter((part) => part !== '')
    .join(' ');

/** The lists, input boxes, and messages of the extension, which a test answers as a user would. */
export class FakeWindow {
  readonly #getDialogs: () => FakeDialogs;
  constructor(dialogs: () => FakeDialogs) {
    this.#getDialogs = dialogs;
  }

  get dialogs(): FakeDialogs {
    return this.#getDialogs();
  }

  /** The visible list or input box. */
  get #open(): readonly FakeQuickInput[] {
    return this.dialogs.quickInputs;
  }

  readonly input = Object.assign(
    new FakeLocator<FakeQuickInput>(
      'the input box',
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

  /** A disabled or busy input box accepts no keys. */
  #answerable(): Promise<FakeQuickInput> {
    return waitForValue(
      () => this.#open.find(({ enabled, busy }) => enabled && !busy),
      () =>
        `No input box accepts an answer: ${JSON.stringify(this.#open.map(({ title, busy }) => ({ title, busy })))}`,
    );
  }

  /** The validation message of an input box, or else its prompt. */
  readonly inputMessage = new FakeLocator<FakeQuickInput>(
    'the message of the input box',
    () => this.#open,
    ({ prompt, validation, severity }) => ({ text: validation === '' ? prompt : validation, icon: severity }),
  );
  readonly inputPlaceholder = new FakeLocator<FakeQuickInput>(
    'the placeholder of the input box',
    () => this.#open,
    ({ placeholder }) => ({ text: placeholder }),
  );
  /** The input box, if it masks its value. */
  readonly masked = new FakeLocator<FakeQuickInput>(
    'the masked input box',
    () => this.#open.filter(({ password }) => password),
    ({ value }) => ({ text: value }),
  );
  /** All texts of an input box or list. */
  readonly question = new FakeLocator<FakeQuickInput>(
    'the list or input box',
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
  /** The selected items of a list with multiple selection. */
  readonly checked = new FakeLocator<PickItem>(
    'the selected items',
    () =>
      this.#open.flatMap(({ items, selectedItems }) => items.filter((item) => selectedItems.includes(item))),
    (item) => ({ text: itemText(item) }),
  );
  /** The item that Enter selects. */
  readonly active: FakeLocator = new FakeLocator<PickItem>(
    'the active item',
    () => this.#open.flatMap(({ activeItems }) => activeItems),
    (item) => ({ text: itemText(item) }),
    (item) => this.#choose(item),
  );
  readonly inputTitle: FakeLocator = new FakeLocator<FakeQuickInput>(
    'the title of the input box',
    () => this.#open,
    ({ title, step, totalSteps }) => ({ text: step ? `${title} (${step}/${totalSteps})` : title }),
  );

  /** A button in the title of a list or input box. */
  inputButton(name: string): FakeLocator<readonly [FakeQuickInput, Button]> {
    return new FakeLocator<readonly [FakeQuickInput, Button]>(
      `the button ${name} of the input box`,
      () =>
        this.#open.flatMap((box) =>
          box.buttons
            // The editor's own back button has no tooltip in the API.
            .filter(({ tooltip = 'Back' }) => tooltip === name)
            .map((button) => [box, button] as const),
        ),
      ([, { tooltip = '' }]) => ({ text: tooltip }),
      ([box, button]) => box.press(button),
    );
  }

  /** An item of the visible list. */
  item(pattern: TextPattern): FakeLocator<PickItem> {
    return new FakeLocator<PickItem>(
      'the items of the list',
      () => this.#open.flatMap((box) => box.matching()),
      (item) => ({
        text: itemText(item),
        isSelected: item.picked,
        icon: item.iconPath?.id ?? item.iconPath?.dark?.fragment,
      }),
      (item) => this.#choose(item),
    ).filter({ hasText: pattern });
  }

  #choose(item: PickItem): void {
    this.#open.find(({ items }) => items.includes(item))?.choose(item);
  }

  /** Selects an item of the list. */
  choose(item: FakeLocator<PickItem>): Promise<void> {
    return item.click();
  }

  /** Selects a file in the visible dialog. */
  chooseFile(path: string): Promise<void> {
    return this.enter(path);
  }

  /** Types a text into the input box and presses Enter. */
  async enter(text: string): Promise<void> {
    const box = await this.#answerable();
    box.type(text);
    box.accept();
  }

  notification(pattern: TextPattern): Notification {
    return this.#messages('the messages', pattern, false);
  }

  /** The visible modal message. */
  get dialog(): Notification {
    return this.#messages('the dialog', '', true);
  }

  #messages(description: string, pattern: TextPattern, isModal: boolean): Notification {
    const readMessage = ({ text, detail, kind }: FakeMessage) => ({
      text: `${text} ${detail}`.trim(),
      icon: kind,
    });
    const all = new FakeLocator(
      description,
      () => this.dialogs.messages.filter((message) => message.isModal === isModal),
      readMessage,
    );
    const matching = all.filter({ hasText: pattern });
    return new Notification(matching.description, () => matching.all(), readMessage);
  }

  async clearNotifications(): Promise<void> {
    for (const message of this.dialogs.messages) message.press();
  }
}
