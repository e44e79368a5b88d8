/**
 * Fakes of the lists, input boxes, and messages of the editor's window. A test reads and answers them as
 * data, without a window.
 */
import { EventEmitter } from './events.ts';

export interface PickItem {
  readonly label: string;
  /** A theme icon, or pictures whose URIs have the name of the icon as their fragment. */
  readonly iconPath?: { readonly id?: string; readonly dark?: { readonly fragment: string } };
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  /** -1 for a separator. */
  readonly kind?: number;
  readonly buttons?: readonly Button[];
  readonly alwaysShow?: boolean;
}
export interface Button {
  readonly tooltip?: string;
}

/** A list or input box that is open. */
export interface FakeQuickInput {
  readonly kind: 'pick' | 'input';
  readonly title: string;
  /** Number of the current step, from 1. */
  readonly step: number | undefined;
  readonly totalSteps: number | undefined;
  readonly placeholder: string;
  readonly prompt: string;
  readonly value: string;
  readonly password: boolean;
  readonly enabled: boolean;
  readonly busy: boolean;
  /** The validation message for the current value. Empty if there is none. */
  readonly validation: string;
  /** The name of the severity of the validation message, or `undefined` without one. */
  readonly severity: string | undefined;
  readonly items: readonly PickItem[];
  matching(): readonly PickItem[];
  readonly selectedItems: readonly PickItem[];
  readonly activeItems: readonly PickItem[];
  readonly buttons: readonly Button[];
  /** Selects an item and accepts it. In a list with multiple selection, toggles the item. */
  choose(item: PickItem): void;
  type(value: string): void;
  accept(): void;
  press(button: Button): void;
  pressOn(item: PickItem, button: Button): void;
  hide(): void;
}

/** A message that is open. */
export interface FakeMessage {
  readonly kind: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly detail: string;
  readonly isModal: boolean;
  readonly buttons: readonly string[];
  /** Closes the message, with the title of the selected button or without a button. */
  press(button?: string): void;
}

/** Opens a file dialog with an initial path. In a browser, the editor shows file dialogs as input boxes. */
type OpenFileDialog = (path: string) => Promise<string | undefined>;

export interface FakeDialogs {
  readonly openFileDialog: OpenFileDialog;
  /** The visible lists and input boxes. Only one is open at a time. */
  readonly quickInputs: readonly FakeQuickInput[];
  readonly messages: readonly FakeMessage[];
  /** Functions that replace those of `vscode.window`. */
  readonly windowFunctions: ReturnType<typeof createWindowFunctions>;
  /** Closes all lists, input boxes, and messages. */
  clear(): void;
}

interface OpenDialogs {
  quickInputs: readonly FakeQuickInput[];
  messages: readonly FakeMessage[];
}

export function createFakeDialogs(): FakeDialogs {
  const open: OpenDialogs = { quickInputs: [], messages: [] };
  return {
    get quickInputs() {
      return open.quickInputs;
    },
    get messages() {
      return open.messages;
    },
    openFileDialog: createFileDialog(open),
    windowFunctions: createWindowFunctions(open),
    clear() {
      for (const question of open.quickInputs) question.hide();
      for (const message of open.messages) message.press();
    },
  };
}

function createWindowFunctions(open: OpenDialogs) {
  const pick = () => createQuickInput(open, 'pick');
  const input = () => createQuickInput(open, 'input');
  return {
    createQuickPick: pick,
    createInputBox: input,
    async showQuickPick(
      items: readonly (PickItem | string)[] | PromiseLike<readonly (PickItem | string)[]>,
      options: PickOptions = {},
    ): Promise<unknown> {
      const quickInput = pick();
      Object.assign(quickInput, { title: options.title ?? '', placeholder: options.placeHolder ?? '' });
      const entries = await items;
      const pickItems = entries.map((item) => (typeof item === 'string' ? { label: item } : item));
      quickInput.canSelectMany = options.canPickMany ?? false;
      quickInput.matchOnDescription = options.matchOnDescription ?? false;
      quickInput.matchOnDetail = options.matchOnDetail ?? false;
      quickInput.items = pickItems;
      quickInput.selectedItems = options.canPickMany ? pickItems.filter(({ picked }) => picked) : [];
      return await new Promise((resolve) => {
        quickInput.onDidAccept(() => {
          const selected = quickInput.selectedItems.map((item) => entries[pickItems.indexOf(item)]);
          resolve(options.canPickMany ? selected : selected[0]);
          quickInput.hide();
        });
        quickInput.onDidHide(() => resolve(undefined));
        quickInput.show();
      });
    },
    withProgress: createProgressFunction(open),
    showInformationMessage: createMessageFunction(open, 'information'),
    showWarningMessage: createMessageFunction(open, 'warning'),
    showErrorMessage: createMessageFunction(open, 'error'),
  };
}

interface PickOptions {
  readonly title?: string;
  readonly placeHolder?: string;
  readonly canPickMany?: boolean;
  readonly matchOnDescription?: boolean;
  readonly matchOnDetail?: boolean;
}

function createFileDialog(open: OpenDialogs): OpenFileDialog {
  return (path) =>
    new Promise((resolve) => {
      const quickInput = createQuickInput(open, 'input');
      quickInput.value = path;
      quickInput.onDidAccept(() => {
        resolve(quickInput.value);
        quickInput.hide();
      });
      quickInput.onDidHide(() => resolve(undefined));
      quickInput.show();
    });
}

function createQuickInput(open: OpenDialogs, kind: FakeQuickInput['kind']) {
  const changed = new EventEmitter<string>();
  const accepted = new EventEmitter<void>();
  const hidden = new EventEmitter<void>();
  const triggered = new EventEmitter<Button>();
  const triggeredOn = new EventEmitter<{ readonly item: PickItem; readonly button: Button }>();
  const selected = new EventEmitter<readonly PickItem[]>();
  const quickInput = {
    kind,
    ...createInitialFields(),
    all: [] as readonly PickItem[],
    // The editor makes the first item active.
    get items(): readonly PickItem[] {
      return quickInput.all;
    },
    set items(items: readonly PickItem[]) {
      quickInput.all = items;
      quickInput.activeItems = quickInput.matching().slice(0, 1);
    },
    matching: (): readonly PickItem[] =>
      filterItems(quickInput.items, kind === 'pick' ? quickInput.value : '', quickInput),
    selectedItems: [] as readonly PickItem[],
    activeItems: [] as readonly PickItem[],
    onDidChangeValue: changed.event,
    onDidAccept: accepted.event,
    onDidHide: hidden.event,
    onDidTriggerButton: triggered.event,
    onDidTriggerItemButton: triggeredOn.event,
    onDidChangeSelection: selected.event,
    onDidChangeActive: new EventEmitter<readonly PickItem[]>().event,
    get validation(): string {
      const message = quickInput.validationMessage;
      return typeof message === 'object' ? message.message : (message ?? '');
    },
    /** The name of the severity of the validation message. A string is an error. */
    get severity(): string | undefined {
      const message = quickInput.validationMessage;
      if (typeof message !== 'object') return message === undefined ? undefined : 'error';
      return ['info', 'warning', 'error'][message.severity - 1];
    },
    choose(item: PickItem): void {
      quickInput.activeItems = [item];
      if (!quickInput.canSelectMany) {
        quickInput.accept();
        return;
      }
      quickInput.selectedItems = toggle(quickInput.selectedItems, item);
      selected.fire(quickInput.selectedItems);
    },
    type(value: string): void {
      quickInput.value = value;
      quickInput.activeItems = quickInput.matching().slice(0, 1);
      changed.fire(value);
    },
    accept(): void {
      if (kind === 'pick' && !quickInput.canSelectMany) {
        quickInput.selectedItems = quickInput.activeItems;
        selected.fire(quickInput.selectedItems);
      }
      accepted.fire();
    },
    press: (button: Button): void => triggered.fire(button),
    pressOn: (item: PickItem, button: Button): void => triggeredOn.fire({ item, button }),
    // The editor shows one list or input box at a time, and hides the previous one.
    show(): void {
      if (open.quickInputs.includes(quickInput)) return;
      for (const other of open.quickInputs) other.hide();
      open.quickInputs = [quickInput];
    },
    hide(): void {
      if (!open.quickInputs.includes(quickInput)) return;
      open.quickInputs = open.quickInputs.filter((one) => one !== quickInput);
      hidden.fire();
    },
    dispose: (): void => quickInput.hide(),
  };
  return quickInput;
}

function createInitialFields() {
  return {
    title: '',
    placeholder: '',
    prompt: '',
    value: '',
    password: false,
    busy: false,
    enabled: true,
    step: undefined as number | undefined,
    totalSteps: undefined as number | undefined,
    validationMessage: undefined as
      | string
      | { readonly message: string; readonly severity: number }
      | undefined,
    buttons: [] as readonly Button[],
    canSelectMany: false,
    matchOnDescription: false,
    matchOnDetail: false,
  };
}

/** Returns the items that match the entered text, without separators. */
function filterItems(
  items: readonly PickItem[],
  value: string,
  options: { readonly matchOnDescription: boolean; readonly matchOnDetail: boolean },
): readonly PickItem[] {
  const typed = value.toLowerCase();
  return items.filter(
    ({ kind, label, description = '', detail = '', alwaysShow = false }) =>
      kind !== -1 &&
      (alwaysShow ||
        label.toLowerCase().includes(typed) ||
        (options.matchOnDescription && description.toLowerCase().includes(typed)) ||
        (options.matchOnDetail && detail.toLowerCase().includes(typed))),
  );
}

function toggle<T>(items: readonly T[], item: T): readonly T[] {
  return items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
}

function createMessageFunction(open: OpenDialogs, kind: FakeMessage['kind']) {
  return (text: string, ...rest: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve) => {
      const [options] = rest.filter((one) => typeof one === 'object' && one !== null && !('title' in one));
      const buttons = rest.filter((one) => one !== options && one !== undefined);
      const option = (name: string): unknown => Reflect.get(Object(options), name);
      const isModal = option('modal') === true;
      const message: FakeMessage = {
        kind,
        text,
        detail: String(option('detail') ?? ''),
        isModal,
        // The editor adds a button for canceling to modal messages.
        buttons: [...buttons.map(buttonTitle), ...(isModal ? ['Cancel'] : [])],
        press(button) {
          open.messages = open.messages.filter((one) => one !== message);
          resolve(button === undefined ? undefined : buttons.find((one) => buttonTitle(one) === button));
        },
      };
      open.messages = [...open.messages, message];
    });
}

/** `ProgressLocation.Notification` of the editor. */
const notificationLocation = 15;

interface ProgressOptions {
  readonly location: unknown;
  readonly title?: string;
  readonly cancellable?: boolean;
}

/** Shows the progress of notifications as a message. Other progress is in the status bar or in a view. */
function createProgressFunction(open: OpenDialogs) {
  return async <T>(
    { location, title = '', cancellable = false }: ProgressOptions,
    task: (
      progress: { report(step: { readonly message?: string }): void },
      token: { readonly isCancellationRequested: boolean; readonly onCancellationRequested: unknown },
    ) => PromiseLike<T>,
  ): Promise<T> => {
    const cancelled = new EventEmitter<void>();
    const token = { isCancellationRequested: false, onCancellationRequested: cancelled.event };
    const noMessages: readonly FakeMessage[] = [];
    let message: FakeMessage | undefined;
    let isOver = false;
    const show = (text: string): void => {
      // The editor ignores progress that is reported after the end.
      if (isOver) return;
      const previous = message;
      message = {
        kind: 'information',
        text,
        detail: '',
        isModal: false,
        buttons: cancellable ? ['Cancel'] : [],
        press(button) {
          if (button === undefined) return;
          token.isCancellationRequested = true;
          cancelled.fire();
        },
      };
      open.messages = [
        ...open.messages.filter((one) => one !== previous),
        ...(location === notificationLocation ? [message] : noMessages),
      ];
    };
    show(title);
    try {
      return await task({ report: ({ message = '' }) => show(`${title}: ${message}`) }, token);
    } finally {
      isOver = true;
      open.messages = open.messages.filter((one) => one !== message);
    }
  };
}

const buttonTitle = (button: unknown): string =>
  typeof button === 'string' ? button : String(Reflect.get(Object(button), 'title'));
