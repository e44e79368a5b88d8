/**
 * What the extension asks and says, as data: it stands in for the lists, the boxes and the messages of the editor's window,
 * so that a test answers them without a window.
 */
import { EventEmitter } from './events.ts';

export interface PickItem {
  readonly label: string;
  /** Of the editor's own, with its name. */
  readonly iconPath?: { readonly id?: string };
  readonly description?: string;
  readonly detail?: string;
  readonly picked?: boolean;
  /** -1: a separator. */
  readonly kind?: number;
  readonly buttons?: readonly Button[];
  readonly alwaysShow?: boolean;
}
export interface Button {
  readonly tooltip?: string;
}

/** A list or a box that is open. */
export interface Question {
  readonly kind: 'pick' | 'input';
  readonly title: string;
  /** Which of how many. */
  readonly step: number | undefined;
  readonly totalSteps: number | undefined;
  readonly placeholder: string;
  readonly prompt: string;
  readonly value: string;
  readonly password: boolean;
  readonly enabled: boolean;
  readonly busy: boolean;
  /** What it says of what is typed; empty: nothing. */
  readonly validation: string;
  readonly items: readonly PickItem[];
  matching(): readonly PickItem[];
  readonly selectedItems: readonly PickItem[];
  readonly activeItems: readonly PickItem[];
  readonly buttons: readonly Button[];
  /** Takes the entry; where many can be taken, takes it or leaves it, until `accept`. */
  choose(item: PickItem): void;
  type(value: string): void;
  accept(): void;
  press(button: Button): void;
  pressOn(item: PickItem, button: Button): void;
  hide(): void;
}

/** A message, until one of its buttons is pressed. */
export interface Said {
  readonly kind: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly detail: string;
  readonly isModal: boolean;
  readonly buttons: readonly string[];
  /** Without a button: it is closed. */
  press(button?: string): void;
}

/** A file dialog, as the box that it is in a browser's editor: it starts with this path. */
type AskFile = (path: string) => Promise<string | undefined>;

export interface Asked {
  readonly askFile: AskFile;
  /** The newest is in front. */
  readonly questions: readonly Question[];
  readonly messages: readonly Said[];
  /** In place of those of the editor's window. */
  readonly functions: ReturnType<typeof standIns>;
  /** Closes everything. */
  clear(): void;
}

interface Open {
  questions: readonly Question[];
  messages: readonly Said[];
}

export function createAsked(): Asked {
  const open: Open = { questions: [], messages: [] };
  return {
    get questions() {
      return open.questions;
    },
    get messages() {
      return open.messages;
    },
    askFile: askFile(open),
    functions: standIns(open),
    clear() {
      for (const question of open.questions) question.hide();
      for (const message of open.messages) message.press();
    },
  };
}

function standIns(open: Open) {
  const pick = () => createQuestion(open, 'pick');
  const input = () => createQuestion(open, 'input');
  return {
    createQuickPick: pick,
    createInputBox: input,
    async showQuickPick(
      items: readonly (PickItem | string)[] | PromiseLike<readonly (PickItem | string)[]>,
      options: PickOptions = {},
    ): Promise<unknown> {
      const box = pick();
      Object.assign(box, { title: options.title ?? '', placeholder: options.placeHolder ?? '' });
      const found = await items;
      const shown = found.map((item) => (typeof item === 'string' ? { label: item } : item));
      box.canSelectMany = options.canPickMany ?? false;
      box.matchOnDescription = options.matchOnDescription ?? false;
      box.matchOnDetail = options.matchOnDetail ?? false;
      box.items = shown;
      box.selectedItems = options.canPickMany ? shown.filter(({ picked }) => picked) : [];
      return await new Promise((resolve) => {
        box.onDidAccept(() => {
          const chosen = box.selectedItems.map((item) => found[shown.indexOf(item)]);
          resolve(options.canPickMany ? chosen : chosen[0]);
          box.hide();
        });
        box.onDidHide(() => resolve(undefined));
        box.show();
      });
    },
    withProgress: progress(open),
    showInformationMessage: say(open, 'information'),
    showWarningMessage: say(open, 'warning'),
    showErrorMessage: say(open, 'error'),
  };
}

interface PickOptions {
  readonly title?: string;
  readonly placeHolder?: string;
  readonly canPickMany?: boolean;
  readonly matchOnDescription?: boolean;
  readonly matchOnDetail?: boolean;
}

function askFile(open: Open): AskFile {
  return (path) =>
    new Promise((resolve) => {
      const box = createQuestion(open, 'input');
      box.value = path;
      box.onDidAccept(() => {
        resolve(box.value);
        box.hide();
      });
      box.onDidHide(() => resolve(undefined));
      box.show();
    });
}

function createQuestion(open: Open, kind: Question['kind']) {
  const changed = new EventEmitter<string>();
  const accepted = new EventEmitter<void>();
  const hidden = new EventEmitter<void>();
  const triggered = new EventEmitter<Button>();
  const triggeredOn = new EventEmitter<{ readonly item: PickItem; readonly button: Button }>();
  const selected = new EventEmitter<readonly PickItem[]>();
  const box = {
    ...{
      kind,
      title: '',
      placeholder: '',
      prompt: '',
      value: '',
      password: false,
      busy: false,
      enabled: true,
    },
    step: undefined as number | undefined,
    totalSteps: undefined as number | undefined,
    validationMessage: undefined as string | { readonly message: string } | undefined,
    buttons: [] as readonly Button[],
    canSelectMany: false,
    all: [] as readonly PickItem[],
    // As in the editor, the first one is active.
    get items(): readonly PickItem[] {
      return box.all;
    },
    set items(items: readonly PickItem[]) {
      box.all = items;
      box.activeItems = box.matching().slice(0, 1);
    },
    matchOnDescription: false,
    matchOnDetail: false,
    /** Those that the editor lists: with what is typed. */
    matching(): readonly PickItem[] {
      const typed = kind === 'pick' ? box.value.toLowerCase() : '';
      return box.items.filter(
        ({ kind: of, label, description = '', detail = '', alwaysShow = false }) =>
          of !== -1 &&
          (alwaysShow ||
            label.toLowerCase().includes(typed) ||
            (box.matchOnDescription && description.toLowerCase().includes(typed)) ||
            (box.matchOnDetail && detail.toLowerCase().includes(typed))),
      );
    },
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
      const said = box.validationMessage;
      return typeof said === 'object' ? said.message : (said ?? '');
    },
    choose(item: PickItem): void {
      box.activeItems = [item];
      if (!box.canSelectMany) {
        box.accept();
        return;
      }
      const others = box.selectedItems.filter((one) => one !== item);
      box.selectedItems = others.length < box.selectedItems.length ? others : [...others, item];
      selected.fire(box.selectedItems);
    },
    type(value: string): void {
      box.value = value;
      box.activeItems = box.matching().slice(0, 1);
      changed.fire(value);
    },
    accept(): void {
      if (kind === 'pick' && !box.canSelectMany) {
        box.selectedItems = box.activeItems;
        selected.fire(box.selectedItems);
      }
      accepted.fire();
    },
    press: (button: Button): void => triggered.fire(button),
    pressOn: (item: PickItem, button: Button): void => triggeredOn.fire({ item, button }),
    // One box at a time, as in the editor's window: the one before is left.
    show(): void {
      if (open.questions.includes(box)) return;
      for (const other of open.questions) other.hide();
      open.questions = [box];
    },
    hide(): void {
      if (!open.questions.includes(box)) return;
      open.questions = open.questions.filter((one) => one !== box);
      hidden.fire();
    },
    dispose: (): void => box.hide(),
  };
  return box;
}

function say(open: Open, kind: Said['kind']) {
  return (text: string, ...rest: readonly unknown[]): Promise<unknown> =>
    new Promise((resolve) => {
      const [options] = rest.filter((one) => typeof one === 'object' && one !== null && !('title' in one));
      const buttons = rest.filter((one) => one !== options && one !== undefined);
      const option = (name: string): unknown => Reflect.get(Object(options), name);
      const isModal = option('modal') === true;
      const said: Said = {
        ...{ kind, text, detail: String(option('detail') ?? ''), isModal },
        // The editor adds a way out of what is over the whole window.
        buttons: [...buttons.map(titleOf), ...(isModal ? ['Cancel'] : [])],
        press(button) {
          open.messages = open.messages.filter((one) => one !== said);
          resolve(button === undefined ? undefined : buttons.find((one) => titleOf(one) === button));
        },
      };
      open.messages = [...open.messages, said];
    });
}

interface ProgressOptions {
  readonly location: unknown;
  readonly title?: string;
  readonly cancellable?: boolean;
}

/** In a message where it can be cancelled, else in the status bar or a view, where nothing is to be answered. */
function progress(open: Open) {
  return async <T>(
    { title = '', cancellable = false }: ProgressOptions,
    work: (
      progress: { report(step: { readonly message?: string }): void },
      token: { readonly isCancellationRequested: boolean; readonly onCancellationRequested: unknown },
    ) => PromiseLike<T>,
  ): Promise<T> => {
    const cancelled = new EventEmitter<void>();
    const token = { isCancellationRequested: false, onCancellationRequested: cancelled.event };
    const none: readonly Said[] = [];
    let shown: Said | undefined;
    let isOver = false;
    const show = (text: string): void => {
      // What is reported late shows nothing, as in the editor.
      if (isOver) return;
      const before = shown;
      shown = {
        ...{ kind: 'information', text, detail: '', isModal: false, buttons: ['Cancel'] },
        press(button) {
          if (button === undefined) return;
          token.isCancellationRequested = true;
          cancelled.fire();
        },
      };
      open.messages = [...open.messages.filter((one) => one !== before), ...(cancellable ? [shown] : none)];
    };
    show(title);
    try {
      return await work({ report: ({ message = '' }) => show(`${title}: ${message}`) }, token);
    } finally {
      isOver = true;
      open.messages = open.messages.filter((one) => one !== shown);
    }
  };
}

const titleOf = (button: unknown): string =>
  typeof button === 'string' ? button : String(Reflect.get(Object(button), 'title'));
