//! Parts of workbooks as XML, within limits: a few packed bytes can unpack to any length.

use std::borrow::Cow;
use std::io::{BufRead, Read};

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::{MOST_TEXT, TableError, TableErrorKind};

/// A part that is read from its beginning to its end.
pub(super) struct Part<R> {
    reader: Reader<Bounded<R>>,
    buffer: Vec<u8>,
}

impl<R: BufRead> Part<R> {
    /// Reads at most this many bytes; more of them are the error.
    pub(super) fn new(inner: R, most: u64, too_many: TableErrorKind) -> Self {
        let mut reader = Reader::from_reader(Bounded {
            inner,
            piece: 0,
            all: most,
            too_many,
            exceeded: None,
        });
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        // Names of open elements would be kept, however deep they lie.
        config.check_end_names = false;
        Self {
            reader,
            buffer: Vec::new(),
        }
    }

    /// Returns the next event.
    pub(super) fn next(&mut self) -> Result<Event<'_>, TableError> {
        self.buffer.clear();
        self.reader.get_mut().piece = MOST_TEXT;
        match self.reader.read_event_into(&mut self.buffer) {
            Ok(Event::DocType(_)) => Err(TableErrorKind::DocumentType.into()),
            Ok(event) => Ok(event),
            Err(error) => Err(match (&self.reader.get_ref().exceeded, error) {
                (Some(kind), _) => kind.clone().into(),
                (None, quick_xml::Error::Io(error)) => unpacking(&error),
                (None, _) => TableErrorKind::Damaged.into(),
            }),
        }
    }

    /// Adds the text up to the end of an element, without what is in other elements.
    pub(super) fn text(&mut self, end: &str, into: &mut String) -> Result<(), TableError> {
        let mut depth = 0_usize;
        loop {
            match self.next()? {
                Event::Start(_) => depth += 1,
                Event::End(tag) if depth == 0 && tag.local_name().as_ref() == end => return Ok(()),
                Event::End(_) => depth = depth.saturating_sub(1),
                Event::Eof => return Err(TableErrorKind::Damaged.into()),
                event if depth == 0 => add_event(&event, into)?,
                _ => {}
            }
        }
    }

    /// Passes over the element that was begun.
    pub(super) fn skip(&mut self) -> Result<(), TableError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next()? {
                Event::Start(_) => depth += 1,
                Event::End(_) => depth -= 1,
                Event::Eof => return Err(TableErrorKind::Damaged.into()),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Adds what an event holds of a text.
pub(super) fn add_event(event: &Event<'_>, into: &mut String) -> Result<(), TableError> {
    match event {
        Event::Text(text) => add(into, &text.xml10_content()),
        Event::CData(text) => add(into, &text.xml10_content()),
        Event::GeneralRef(reference) => add_reference(reference, into),
        _ => Ok(()),
    }
}

fn add_reference(reference: &BytesRef<'_>, into: &mut String) -> Result<(), TableError> {
    if let Some(text) = resolve_predefined_entity(reference) {
        return add(into, text);
    }
    let sign = reference.resolve_char_ref().ok().flatten();
    let sign = sign.ok_or(TableErrorKind::Damaged)?;
    add(into, sign.encode_utf8(&mut [0; 4]))
}

/// Adds a piece to a text of a cell.
pub(super) fn add(into: &mut String, piece: &str) -> Result<(), TableError> {
    if into.len() + piece.len() > MOST_TEXT {
        return Err(TableErrorKind::TooLongText.into());
    }
    into.push_str(piece);
    Ok(())
}

/// Returns an attribute, by its name without a prefix.
pub(super) fn attribute(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut all = attributes(tag);
    let (_, value) = all.find(|(key, _)| local(key) == name)?;
    Some(unescape(&value).map_or_else(|_| value.clone().into_owned(), Cow::into_owned))
}

/// Returns the attributes as they are written, by their names with prefixes.
pub(super) fn attributes<'a>(
    tag: &'a BytesStart<'_>,
) -> impl Iterator<Item = (&'a str, Cow<'a, str>)> {
    let mut all = tag.attributes();
    all.with_checks(false);
    all.flatten()
        .map(|attribute| (attribute.key.into_inner(), attribute.value))
}

/// Returns a name without its prefix.
pub(super) fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

/// Returns the error of an archive's reader: damage, or a file that cannot be read.
pub(super) fn unpacking(error: &std::io::Error) -> TableError {
    use std::io::ErrorKind as Kind;
    match error.kind() {
        Kind::InvalidData | Kind::InvalidInput | Kind::UnexpectedEof | Kind::Other => {
            TableErrorKind::Damaged.into()
        }
        kind => std::io::Error::new(kind, error.to_string()).into(),
    }
}

/// A reader that ends with an error behind so many bytes.
struct Bounded<R> {
    inner: R,
    /// Bytes that the next event may have.
    piece: usize,
    /// Bytes that the part may have.
    all: u64,
    too_many: TableErrorKind,
    /// The limit that was met.
    exceeded: Option<TableErrorKind>,
}

impl<R: BufRead> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let piece = self.fill_buf()?;
        let read = piece.len().min(buffer.len());
        for (to, from) in buffer.iter_mut().zip(piece) {
            *to = *from;
        }
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Bounded<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        let most = self
            .piece
            .min(usize::try_from(self.all).unwrap_or(usize::MAX));
        let piece = self.inner.fill_buf()?;
        if most == 0 && !piece.is_empty() {
            self.exceeded = Some(match self.all {
                0 => self.too_many.clone(),
                _ => TableErrorKind::TooLongText,
            });
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        Ok(piece.get(..most).unwrap_or(piece))
    }

    fn consume(&mut self, bytes: usize) {
        self.inner.consume(bytes);
        self.piece = self.piece.saturating_sub(bytes);
        self.all = self.all.saturating_sub(bytes as u64);
    }
}
