import { connectPage } from '../../editor/webview/connect.ts';
import './main.css';
import './toolbar.css';
import './histogram.css';
import './verdict.css';
import './rows.css';
import './requestRail.css';
import './dayLabels.css';
import './requests.css';
import './summary.css';
import { logPage } from '../protocol.ts';
import { createPage } from './page.ts';

connectPage(logPage, createPage);
